/**
 * The endpoint table as routes. Every call goes the same way: client token, user token, limits, business and rights,
 * idempotency, parameters, operation, Status fields.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints, type Endpoint, type EndpointName } from '../contract/endpoints.ts';
import { ApiError } from '../contract/errors.ts';
import { parseParameters, type RawParameters } from '../contract/parameters.ts';
import { toUnavailable } from '../review-store/unavailable.ts';
import { readForm, type FileReader, type Form } from '../server-kit/form.ts';
import { businessOf, checkClient, sessionOf } from './accounts/access.ts';
import { AddressBook } from './addresses.ts';
import type { Service } from './context.ts';
import type { PreparedImage } from './images/image-files.ts';
import { noImage, productImage, reviewPhotos } from './images/uploads.ts';
import { claim, keepAnswer, release, type Claim, type KeptAnswer } from './idempotency/idempotency.ts';
import { countCall } from './limits/call-limits.ts';
import type { Body, Call, Operation } from './operations/call.ts';
import { operations } from './operations/index.ts';
import { inTransaction } from './transaction.ts';

/** Operations that read, but which clients send by POST as well. */
const alsoByPost: ReadonlySet<EndpointName> = new Set(['listTopRatedProducts']);

/** What becomes of the files of the operations that take some. */
const filesOf: Partial<Record<EndpointName, FileReader<PreparedImage>>> = { addProductReview: reviewPhotos, addProductImage: productImage, removeProductImage: noImage };

export function registerOperations(app: FastifyInstance, service: Service): void {
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { method, path }: Endpoint = endpoints[name];
    app.route({
      method: alsoByPost.has(name) ? [method, 'POST'] : method,
      url: `/v1${path.replace('{business}', ':business')}`,
      handler: (request, reply) => answer(service, name, request, reply),
    });
  }
}

async function answer<Name extends EndpointName>(service: Service, name: Name, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const stopTimer = service.metrics.seconds.startTimer({ operation: name });
  const headers: Record<string, string> = {};
  let code = 0;
  try {
    const given = await run(service, name, request, headers);
    return await reply.code(given.http).headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8', ...given.headers }).send(given.body);
  } catch (error) {
    const refusal = toUnavailable(error, 'service') ?? error;
    code = refusal instanceof ApiError ? refusal.code : 399;
    reply.headers(headers);
    throw refusal;
  } finally {
    stopTimer();
    service.metrics.calls.inc({ operation: name, code });
  }
}

/** @param headers - those that belong to the answer, whether it is a refusal or not */
async function run<Name extends EndpointName>(service: Service, name: Name, request: FastifyRequest, headers: Record<string, string>): Promise<KeptAnswer> {
  const { db } = service;
  const query = request.query as RawParameters;
  const clientToken = query['client_token'];
  const userToken = header(request, 'user_token') ?? '';
  const domain = (request.params as { business?: string }).business;
  const access = await service.access.find({ clientToken: typeof clientToken === 'string' ? clientToken : '', userToken, domain: domain ?? '' });
  checkClient(access, clientToken);
  const session = name === 'login' ? null : sessionOf(access, userToken, service.now());
  if (session) await countCall(service.callLog, session.tokenHash, service.now());
  const business = domain === undefined || session === null ? null : businessOf(access);
  const operation = operations[name] as unknown as Operation<Name>;
  const form = await readGiven(name, request, session !== null);

  const idempotent = request.method === 'POST' && session !== null ? header(request, 'idempotency-key') : undefined;
  const claimed =
    idempotent === undefined || session === null
      ? null
      : await claim(db, { accountId: session.accountId, key: idempotent, operation: name, business: domain ?? '', form }, service.now());
  if (claimed) headers['idempotency-key'] = 'accepted';
  if (claimed && 'body' in claimed) return { ...claimed, headers: { ...claimed.headers, 'idempotent-replayed': 'true' } };

  let kept: KeptAnswer | null = null;
  const toAnswer = (body: Body<Name>): KeptAnswer => ({ http: 200, headers, body: JSON.stringify(withStatus(body)) });
  const call = {
    service,
    db,
    addresses: new AddressBook(service.addresses),
    now: service.now(),
    session,
    business,
    form,
    header: (wanted: string) => header(request, wanted),
    setHeader: (given: string, value: string) => void (headers[given] = value),
    commit: (work: (transaction: typeof db) => Promise<Body<Name>>) =>
      inTransaction(db, async (transaction) => {
        const body = await work(transaction);
        kept = toAnswer(body);
        if (claimed) await keepAnswer(transaction, claimed, kept);
        return body;
      }),
  };

  try {
    const body = await operation({ ...call, parameters: parseParameters(name, form.fields) } as unknown as Call<Name>);
    if (kept) return kept;
    const given = toAnswer(body);
    if (claimed) await keepAnswer(db, claimed, given);
    return given;
  } catch (error) {
    if (claimed) await afterFailure(service, claimed, error, headers);
    throw error;
  }
}

/** What a call is given: the form of a POST, the query of a GET, and of an operation that reads by POST either. */
async function readGiven(name: EndpointName, request: FastifyRequest, isKnown: boolean): Promise<Form<PreparedImage>> {
  const query = request.query as RawParameters;
  if (request.method !== 'POST') return { fields: query, files: [] };
  const files = filesOf[name];
  const form = await readForm(request, { isKnown, ...(files ? { files } : {}) });
  return alsoByPost.has(name) ? { ...form, fields: { ...query, ...form.fields } } : form;
}

/** A refusal of what was asked is an answer like any other; what went wrong here is worth trying again. */
async function afterFailure({ db, logger }: Service, claimed: Claim, error: unknown, headers: Record<string, string>): Promise<void> {
  try {
    if (error instanceof ApiError && error.http < 500 && error.retryAfter === undefined) {
      await keepAnswer(db, claimed, { http: error.http, headers, body: JSON.stringify(error.toEnvelope()) });
    } else {
      await release(db, claimed);
    }
  } catch (failure) {
    // The claim expires by itself.
    logger.warn({ err: failure }, 'an idempotency key could not be given back');
  }
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** The Status fields that every answer carries; the review listing is a bare array, as the specification shows it. */
function withStatus(body: object): object {
  return Array.isArray(body) ? body : { ...body, status: 'OK', success: true };
}

/**
 * The endpoint table as routes. Every call goes the same way: client token, user token, limits, business and rights,
 * idempotency, parameters, operation, Status fields.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints, type Endpoint, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import { ApiError } from '../../contract/endpoints/errors.ts';
import {
  ADDRESS_HEADER,
  EXTENSIONS_HEADER,
  extensionNames,
  STOREFRONT_HEADER,
  WAITED_HEADER,
} from '../../contract/endpoints/extensions.ts';
import { parseParameters, type RawParameters } from '../../contract/endpoints/read-parameters.ts';
import type { BusinessRow } from '../../review-store/content/businesses.ts';
import { withCurrentSku } from '../../review-store/products/earlier-skus.ts';
import { inTransaction } from '../../review-store/databases/transaction.ts';
import { toUnavailable } from '../../review-store/databases/unavailable.ts';
import { readForm, type FileReader, type Form } from '../../server-kit/http/form.ts';
import type { Answer } from '../../review-store/kept-answers.ts';
import {
  businessOf,
  checkClient,
  readAccess,
  sessionOf,
  type Access,
  type Session,
} from '../people/accounts/access.ts';
import type { Role } from '../people/accounts/sessions.ts';
import { AddressBook } from '../letters/addresses.ts';
import type { Service } from '../context.ts';
import type { PreparedImage } from '../images/image-files.ts';
import { noImage, productImage, reviewPhotos } from '../images/uploads.ts';
import { keptAnswers, readKeyed } from '../data/kept-answers.ts';
import { noteStorefront } from '../data/storefronts.ts';
import { countCall } from '../limits/call-log.ts';
import type { Body, Call } from './operations/call.ts';
import { operations } from './operations/index.ts';
import { namesAlone, requireRole } from './operations/roles.ts';
import { storeOf, type Database } from '../data/tables.ts';
import { keepingRefused, readWaited, requireUnerased, type Waited } from './waited.ts';

/** Operations that only read, although clients may send them by POST too. */
const alsoByPost: ReadonlySet<EndpointName> = new Set(['listTopRatedProducts']);

const filesOf: Partial<Record<EndpointName, FileReader<PreparedImage>>> = {
  addProductReview: reviewPhotos,
  addProductImage: productImage,
  removeProductImage: noImage,
};

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

async function answer<Name extends EndpointName>(
  service: Service,
  name: Name,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const beganAt = service.elapsed();
  const waited = { ms: 0 };
  const headers: Record<string, string> = {};
  reply.header(EXTENSIONS_HEADER, extensionNames.join(', '));
  reply.header(ADDRESS_HEADER, service.addresses.publicUrl);
  let code = 0;
  try {
    const given = await run(service, name, request, headers, waited);
    return await reply
      .code(given.http)
      .headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8', ...given.headers })
      .send(given.body);
  } catch (error) {
    const refusal = toUnavailable(error, 'service') ?? error;
    code = refusal instanceof ApiError ? refusal.code : 399;
    reply.headers(headers);
    throw refusal;
  } finally {
    service.metrics.seconds.observe({ operation: name }, (service.elapsed() - beganAt - waited.ms) / 1_000);
    service.metrics.calls.inc({ operation: name, code });
  }
}

/**
 * @param headers - those of the answer, whether it is a refusal or not.
 * @param waited - the time for which it only waited.
 */
async function run<Name extends EndpointName>(
  service: Service,
  name: Name,
  request: FastifyRequest,
  headers: Record<string, string>,
  waited: { ms: number },
): Promise<Answer> {
  const { db } = service;
  const domain = (request.params as { business?: string }).business;
  const { access, session } = await identify(service, name, request);
  if (session) await count(service, name, access, session);
  const business = domain === undefined || session === null ? null : permit(access, name);
  const storefront = header(request, STOREFRONT_HEADER);
  if (business && storefront !== undefined && storefront !== new URL(service.addresses.publicUrl).origin)
    await noteStorefront(db, business.id, storefront, service.now());
  const form = await readGiven(name, request, session !== null);
  const waiting: Waiting = async (work) => {
    const result = await standAside(service, request, waited, work);
    permit((await identify(service, name, request)).access, name);
    return result;
  };
  const sent = { operation: name, fields: form.fields, now: service.now() };
  const late = readWaited(header(request, WAITED_HEADER), business, sent);
  const given = { session, business, role: access.role, renames: Boolean(access.renames), form, waiting, waited: late };

  const key = request.method === 'POST' ? header(request, 'idempotency-key') : undefined;
  if (key === undefined || session === null) return perform(service, name, request, headers, given, async () => {});
  const keyed = readKeyed({
    accountId: session.accountId,
    key,
    operation: name,
    business: domain ?? '',
    form,
    publicUrl: service.addresses.publicUrl,
  });
  const once = async (): Promise<Answer> => {
    const answer = await keptAnswers(db).once(keyed, service.now(), {
      work(keep) {
        headers['idempotency-key'] = 'accepted';
        return perform(service, name, request, headers, given, keep);
      },
      toAnswer: (refusal) => ({ http: refusal.http, headers, body: JSON.stringify(refusal.toEnvelope()) }),
      noteFailure: (failure) => service.logger.warn({ err: failure }, 'an idempotency key could not be given back'),
    });
    return answer.replayed ? { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } } : answer;
  };
  return late ? keepingRefused(db, late, key, headers, once) : once();
}

/** @throws ApiError for a caller who may not call. */
async function identify(service: Service, name: EndpointName, request: FastifyRequest) {
  const clientToken = clientTokenOf(request);
  const userToken = header(request, 'user_token') ?? '';
  const { business: domain = '' } = request.params as { business?: string };
  const access = await readAccess(service.db, { clientToken, userToken, domain });
  checkClient(access, clientToken);
  return { access, session: name === 'login' ? null : sessionOf(access, userToken, service.now()) };
}

/** @throws ApiError for a caller who may not do this at the business. */
function permit(access: Access, name: EndpointName): BusinessRow {
  const business = businessOf(access);
  requireRole(name, access.role);
  return business;
}

/** Listings of changes have limits of their own, for those who have rights on the business. */
async function count(service: Service, name: EndpointName, { id, holder }: Access, session: Session): Promise<void> {
  if (name === 'listChanges' && id !== null && holder !== null)
    service.listingLimits.count({ tokenHash: session.tokenHash, businessId: id }, service.elapsed());
  else await countCall(service.callLog, session.tokenHash, service.now());
}

type Waiting = Call<EndpointName>['waiting'];

/** Works as one who only waits, for as long as the client does. */
async function standAside<Result>(
  service: Service,
  request: FastifyRequest,
  waited: { ms: number },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const beganAt = service.elapsed();
  const closed = new AbortController();
  request.answer.once('close', () => closed.abort());
  const stepBack = request.stepAside();
  try {
    return await work(closed.signal);
  } finally {
    stepBack();
    waited.ms += service.elapsed() - beganAt;
  }
}

/** @param keep - stores the answer, in the transaction of the effect. */
async function perform<Name extends EndpointName>(
  service: Service,
  name: Name,
  request: FastifyRequest,
  headers: Record<string, string>,
  given: {
    readonly session: Session | null;
    readonly business: BusinessRow | null;
    readonly role: Role | null;
    readonly renames: boolean;
    readonly form: Form<PreparedImage>;
    readonly waiting: Waiting;
    readonly waited: Waited | null;
  },
  keep: (transaction: Database, answer: Answer) => Promise<void>,
): Promise<Answer> {
  const { db } = service;
  const toAnswer = (body: Body<Name>): Answer => ({
    http: 200,
    headers,
    body: JSON.stringify(withStatus(body), given.role === 'moderator' ? namesAlone : undefined),
  });
  const read = parseParameters(name, given.form.fields);
  const { business, renames, waited } = given;
  // A product named by an earlier sku is the one that has it now.
  const parameters = business && renames ? await withCurrentSku(storeOf(db), business.id, read) : read;
  let committed: Answer | null = null;
  const call: Call<Name> = {
    ...given,
    // Where the path of an operation names a business there is one, and only a login goes without a user token.
    business: business as never,
    session: given.session as never,
    service,
    db,
    addresses: new AddressBook(service.addresses),
    now: service.now(),
    caller: { network: request.network, clientToken: clientTokenOf(request) },
    parameters,
    header: (wanted: string) => header(request, wanted),
    setHeader: (header: string, value: string) => void (headers[header] = value),
    commit: (work: (transaction: Database) => Promise<Body<Name>>) =>
      inTransaction(db, async (transaction) => {
        if (waited) await requireUnerased(transaction, waited, headers);
        const body = await work(transaction);
        committed = toAnswer(body);
        await keep(transaction, committed);
        return body;
      }),
  };
  const body = await operations[name](call);
  return committed ?? toAnswer(body);
}

/** Empty if there is none. */
function clientTokenOf(request: FastifyRequest): string {
  const given = (request.query as RawParameters)['client_token'];
  return typeof given === 'string' ? given : '';
}

/** The parameters of a call: the form of a POST, the query of a GET, and both for an operation that reads by POST. */
async function readGiven(name: EndpointName, request: FastifyRequest, isKnown: boolean): Promise<Form<PreparedImage>> {
  const query = request.query as RawParameters;
  if (request.method !== 'POST') return { fields: query, files: [], skipped: [] };
  const files = filesOf[name];
  const form = await readForm(request, { isKnown, ...(files ? { files } : {}) });
  return alsoByPost.has(name) ? { ...form, fields: { ...query, ...form.fields } } : form;
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** The Status fields of every answer, except the review listing, which is a bare array in the specification. */
function withStatus(body: object): object {
  return Array.isArray(body) ? body : { ...body, status: 'OK', success: true };
}

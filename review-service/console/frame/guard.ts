/** Stands before every page of the console: who is signed in, for which shop, and whether they may. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import { toUnavailable } from '../../../review-store/databases/unavailable.ts';
import { contentOf, readForm, type FileReader } from '../../../server-kit/http/form.ts';
import { reasonsOf } from '../../../server-kit/log.ts';
import type { Service } from '../../context.ts';
import { html, type Markup } from '../../letters/html.ts';
import { PageProblem } from '../../pages/frame/problem.ts';
import { isFromOwnPage } from '../../pages/own-page.ts';
import { findSession, type Session } from '../../people/accounts/sessions.ts';
import { words } from '../words/index.ts';
import { addressIn, pathOfNext, readToken } from './base.ts';
import { findOpened } from './item-cookie.ts';
import { showPage, type Around } from './layout.ts';
import { mayUse } from './navigation.ts';
import { Refused, type Answer, type DeclarePage, type PageCall } from './page.ts';

const DEFAULT_RETRY_AFTER_SECONDS = 5;

const { problems } = words;
export const foreign = (): Refused => new Refused(403, problems.foreignTitle, problems.foreign);
export const unknown = (): Refused => new Refused(404, problems.unknownTitle, problems.unknown);
const notYours = () => new Refused(403, problems.notYoursTitle, problems.notYours);

const MOST_FILE_BYTES = 4 * 2 ** 20;
const asSent: FileReader<Buffer> = {
  maxBytes: MOST_FILE_BYTES,
  wants: () => true,
  prepare: async (pieces) => Buffer.concat(pieces),
  bytesOf: (file) => file.length,
};

/** The session whose page was asked for, so that what then goes wrong is said in its frame. */
const known = new WeakMap<FastifyRequest, Session>();

/** @returns declares pages in this scope, which is of the console alone. */
export function guardPages(app: FastifyInstance, service: Service): DeclarePage {
  const at = addressIn(service);
  app.setErrorHandler((error, request, reply) => {
    const { status, title, message } = toRefused(error, request, reply);
    const back = html`<p>${message}</p><p><a class="button second" href="${at('')}">${problems.back}</a></p>`;
    return showPage(reply, { status, title, body: back }, aroundOf(service, request));
  });
  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST' && !isFromOwnPage(request, service.addresses.publicUrl)) throw foreign();
  });
  return (method, path, role, handler, readsItself) =>
    app.route({
      method,
      url: `/console${path}`,
      handler: async (request, reply) => {
        const session =
          (await findSession(service.db, readToken(service, request), service.now())) ??
          (await findOpened(service, request));
        if (!session) return reply.redirect(at(signInPath(request)), 303);
        known.set(request, session);
        if (!mayUse(session.role, role)) throw notYours();
        const { params, query } = request as { params: PageCall['params']; query: RawParameters };
        // No text of PostgreSQL holds it.
        if (Object.values(params).some((value) => value.includes('\0'))) throw unknown();
        const sent =
          method === 'POST' && !readsItself ? await readForm(request, { isKnown: true, files: asSent }) : null;
        const form: RawParameters = sent?.fields ?? {};
        const files = new Map(sent?.files.map((file) => [file.field, contentOf(file)]));
        return send(
          reply,
          await handler({ session, request, params, query, form, files, at }),
          aroundOf(service, request),
        );
      },
    });
}

/** A form leads back to the page that it is on: sent again, it would be empty. */
function signInPath({ method, url, headers: { referer = '' } }: FastifyRequest): string {
  const asked = method === 'POST' ? (URL.canParse(referer) ? new URL(referer).pathname : '') : url;
  const next = pathOfNext(asked);
  return next === '' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(`/console${next}`)}`;
}

export function aroundOf(service: Service, request: FastifyRequest): Around {
  const path = request.url.split('?', 1)[0]!.slice('/console'.length);
  return { session: known.get(request) ?? null, at: addressIn(service), path };
}

/** Sends what a page gives back. */
export function send(reply: FastifyReply, answer: Answer, around: Around): FastifyReply {
  if ('to' in answer) return reply.header('cache-control', 'no-store').redirect(around.at(answer.to), 303);
  if ('content' in answer)
    return reply
      .code(answer.status ?? 200)
      .headers(answer.headers)
      .send(answer.content);
  return showPage(reply, answer, around);
}

function toRefused(error: unknown, request: FastifyRequest, reply: FastifyReply): Refused {
  if (error instanceof Refused) return error;
  const isOurs = error instanceof ApiError || error instanceof PageProblem;
  const refusal = isOurs ? error : toUnavailable(error, 'service');
  const status = refusal?.http ?? (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 500 && !refusal) request.log.error({ err: error }, 'a page of the console failed');
  else if (status >= 500) request.log.warn({ reason: reasonsOf(error) }, 'a page of the console failed');
  if (status === 429 || status === 503)
    reply.header('retry-after', Math.ceil(refusal?.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS));
  if (status === 404) return unknown();
  if (status === 429) return new Refused(status, problems.slowTitle, problems.slow);
  if (status >= 500) return new Refused(status, problems.failedTitle, problems.failed);
  return new Refused(status, problems.unreadableTitle, refusal?.message ?? problems.unreadable);
}

/** A sentence at the top of a form that was refused. */
export const problem = (text: string | undefined): Markup | undefined =>
  text === undefined ? undefined : html`<p class="problem" role="alert">${text}</p>`;

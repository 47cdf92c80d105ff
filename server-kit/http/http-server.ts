/**
 * The HTTP server under both the review service and the proxy: Fastify, with the API's error envelope on every refusal,
 * including those that the framework or the HTTP parser makes, and with logs that hold no query string, no address and
 * no header.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import { ApiError, refuse, type ErrorEnvelope } from '../../contract/endpoints/errors.ts';
import { passOver } from './body.ts';
import { ClientAddresses } from '../network/client-address.ts';
import { Connections, defaultConnectionLimits, type ConnectionLimits } from '../network/connections.ts';
import { MAX_BODY_BYTES, registerForms } from './form.ts';
import { reasonsOf } from '../log.ts';
import type { Readiness } from './readiness.ts';
import { refuseConnection } from '../network/refuse-connection.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of its sender, for limits: an IPv4 address, or the /64 of an IPv6 address. */
    readonly network: string;
    readonly answer: ServerResponse;
    /** See `Connections.stepAside`. */
    stepAside(): () => void;
  }
}

export interface HttpServerOptions {
  logger: Logger;
  /** Decides whose `X-Forwarded-For` is believed; default: nobody's. */
  addresses?: ClientAddresses;
  connections?: ConnectionLimits;
  /** The refusal for an error that the program knows; null for any other. */
  toRefusal?: (error: Error) => ApiError | null;
  /** Whether the program is about to stop. */
  readiness?: Readiness;
  /** The body of a refusal; default: what the API's specification says. */
  toEnvelope?: (refusal: ApiError) => ErrorEnvelope;
}

/** How long a connection is kept open for another request; the samples in deploy/ give it up before. */
export const KEEP_ALIVE_MS = 15_000;

const times = {
  /** For the headers of a request, from its first byte or from when the connection was opened. */
  headersMs: 10_000,
  /** Without a byte in either direction, as with a client that does not read its answer. */
  silenceMs: 120_000,
  checkEveryMs: 1_000,
} as const;

/** For every 429 and 503 that does not say when to come back. */
const DEFAULT_RETRY_AFTER_SECONDS = 5;

export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const {
    logger,
    addresses = new ClientAddresses([]),
    connections = defaultConnectionLimits,
    toRefusal = () => null,
  } = options;
  const { toEnvelope = (refusal) => refusal.toEnvelope(), readiness } = options;
  const answerError = answering(toRefusal, toEnvelope);
  const open = new Connections({ limits: connections, addresses });
  const app: FastifyInstance = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    serverFactory(answer) {
      const server = openServer((request, response) => {
        if (readiness?.isStopping) response.setHeader('connection', 'close');
        answer(request, response);
      });
      open.guard(server);
      return server;
    },
    trustProxy: (address) => addresses.isTrusted(address),
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    clientErrorHandler: answerParserError,
    frameworkErrors: (error, request, reply) => answerError(error, request, reply as FastifyReply),
  });

  registerForms(app);
  app.decorateRequest('network', {
    getter(this: FastifyRequest) {
      return addresses.of(this.raw);
    },
  });
  app.decorateRequest('stepAside', function (this: FastifyRequest) {
    return open.stepAside(this.raw, this.answer);
  });
  app.decorateRequest<ServerResponse | null>('answer', null);

  app.addHook('onRequest', (request, reply, done) => {
    (request as { answer: ServerResponse }).answer = reply.raw;
    open.begin(request.raw, reply.raw);
    const problem = problemOfHead(request.raw);
    done(problem === null ? undefined : refuse('malformed', problem));
  });
  answerUnknownRoutes(app);
  app.setErrorHandler(answerError);
  app.addHook('onResponse', (request, reply, done) => {
    passOver(request.raw, MAX_BODY_BYTES);
    logAnswer(request, reply);
    done();
  });
  return app;
}

/** Without it Fastify loads its compilers of schemas, two hundred modules. No route of ours has a schema. */
function noCompiler(): never {
  throw new Error('Routes have no schemas: the contract checks what they take and give');
}

function logAnswer({ log, method, routeOptions }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void {
  const route = routeOptions.url ?? 'unknown';
  log.info({ method, route, status: statusCode, milliseconds: Math.round(elapsedTime) }, 'answered');
}

function openServer(answer: RequestListener): Server {
  // A large upload may take its time as long as it makes progress, which body.ts checks. Node's own refusal of a
  // request without a host has no envelope; that of problemOfHead has.
  const options = {
    requireHostHeader: false,
    headersTimeout: times.headersMs,
    requestTimeout: 0,
    connectionsCheckingInterval: times.checkEveryMs,
  };
  const server = createServer({ ...options, keepAliveTimeout: KEEP_ALIVE_MS }, answer);
  server.setTimeout(times.silenceMs);
  answerExpectations(server);
  answerTunnels(server);
  return server;
}

/**
 * RFC 9112, section 3.2: a request of HTTP/1.1 names its host, and none names two, of which a server in front and we
 * could each believe another. HTTP/0.9 has no headers at all, and nobody speaks it.
 */
function problemOfHead({ httpVersion, rawHeaders }: IncomingMessage): string | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return `HTTP/${httpVersion} is not spoken here`;
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1) return 'Header Host is given more than once';
  return hosts === 0 && httpVersion === '1.1' ? 'Header Host is missing' : null;
}

/** Every error that reaches the framework, as the envelope. Details of unexpected ones go to the log alone. */
function answering(toRefusal: (error: Error) => ApiError | null, toEnvelope: (refusal: ApiError) => ErrorEnvelope) {
  const failures = new FailureLog();
  return (error: FastifyError | ApiError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = error instanceof ApiError ? error : (toRefusal(error) ?? toApiError(error));
    if (refusal.http >= 500) failures.note(request, refusal);
    // Nobody waits for the rest of such a body.
    if (refusal.http === 408) reply.header('connection', 'close');
    const retryAfterSeconds =
      refusal.retryAfterSeconds ??
      (refusal.http === 429 || refusal.http === 503 ? DEFAULT_RETRY_AFTER_SECONDS : undefined);
    if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSeconds)));
    reply.header('cache-control', 'no-store').code(refusal.http).send(toEnvelope(refusal));
  };
}

/** A refusal that comes again within this time is no news. */
const SAME_FAILURE_MS = 60_000;
const MOST_REMEMBERED = 100;

/**
 * The stack of a refusal only leads to the line that refuses. That of its cause says something where we failed; where
 * somebody else did (a translator, the API, a database), what they said is one line, and is not said again while it
 * lasts.
 */
class FailureLog {
  readonly #saidAt = new Map<string, number>();

  note(request: FastifyRequest, { http, message, cause }: ApiError): void {
    if (http === 500) return request.log.error(cause === undefined ? {} : { err: cause }, message);
    const reason = reasonsOf(cause);
    const key = `${message}\n${reason}`;
    const now = performance.now();
    const isNews = now - (this.#saidAt.get(key) ?? -Infinity) > SAME_FAILURE_MS;
    this.#saidAt.delete(key);
    this.#saidAt.set(key, now);
    if (this.#saidAt.size > MOST_REMEMBERED) this.#saidAt.delete(this.#saidAt.keys().next().value!);
    request.log[isNews ? 'warn' : 'debug'](reason === '' ? {} : { reason }, message);
  }
}

/** Fastify's own refusals carry a `statusCode` below 500 and a code; anything else is unexpected. */
function toApiError(error: Error & { statusCode?: number; code?: string }): ApiError {
  switch (error.statusCode) {
    case 413:
      return refuse('bodyTooLarge');
    case 414:
      return refuse('urlTooLong');
    case 415:
      return refuse('typeNotTaken');
    case 400:
      return refuse(
        'malformed',
        error.code === 'FST_ERR_BAD_URL' ? 'The address is malformed' : 'The body is malformed',
      );
    case 404:
      return refuse('pathUnknown');
    default:
      if (error.statusCode !== undefined && error.statusCode < 500)
        return refuse('malformed', 'The request is malformed');
      return refuse('unexpected', undefined, { cause: error });
  }
}

/** 404 for a path that does not exist, 405 with `Allow` for one that does under another method. */
function answerUnknownRoutes(app: FastifyInstance): void {
  const routes: { method: string; segments: readonly string[] }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, segments: url.split('/') });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!.split('/');
    const allowed = new Set(routes.filter(({ segments }) => isPathOf(segments, path)).map(({ method }) => method));
    if (allowed.size === 0 || allowed.has(request.method)) throw refuse('pathUnknown');
    reply.header('allow', [...allowed].join(', '));
    throw refuse('methodUnknown', `Method ${request.method} is not one that this path takes`);
  });
}

/** `:name` stands for any segment. */
const isPathOf = (route: readonly string[], path: readonly string[]): boolean =>
  route.length === path.length &&
  route.every((segment, index) => (segment.startsWith(':') ? path[index] !== '' : segment === path[index]));

/** The answer to bytes that are not HTTP, written by hand since there is no request yet. */
function answerParserError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? refuse('headersTooLarge')
      : error.code === 'HPE_INVALID_METHOD'
        ? refuse('methodUnknown')
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? refuse('tooSlow')
          : refuse('malformed', 'The request is malformed');
  refuseConnection(socket, refusal);
}

/** `CONNECT` does not ask for a path: Node would close the connection without an answer. */
function answerTunnels(server: Server): void {
  server.on('connect', (_request, socket: Duplex) => {
    refuseConnection(socket, refuse('methodUnknown'));
  });
}

/** `Expect` with anything but `100-continue`: by itself Node answers 417 without a body. */
function answerExpectations(server: Server): void {
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const body = JSON.stringify(refuse('malformed', 'Header Expect asks for something unknown').toEnvelope());
    response
      .writeHead(417, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
      .end(body);
  });
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { reasonsOf } from '../../../server-kit/log.ts';
import { toUnavailable } from '../../../review-store/databases/unavailable.ts';
import type { Wording } from '../../letters/wording/index.ts';
import { problemPage } from './end-pages.ts';
import { shopOf, wordingFor } from './face.ts';
import { show } from './layout.ts';

/** A problem that is shown as a page. */
export class PageProblem extends Error {
  readonly http: number;
  readonly problem: keyof Wording['problems'];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    http: number,
    problem: keyof Wording['problems'],
    { retryAfterSeconds }: { retryAfterSeconds?: number } = {},
  ) {
    super(problem);
    this.http = http;
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shop = shopOf(request);
  const wording = wordingFor(request, shop?.face);
  const problem = toProblem(error);
  // Faults of others are explained by no stack of ours.
  if (problem.http === 500) request.log.error({ err: error }, 'a page failed');
  else if (problem.http > 500) request.log.warn({ reason: reasonsOf(error) }, 'a page failed');
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(problem.retryAfterSeconds));
  const page = problemPage(wording.problems[problem.problem], shop?.name ?? null, wording);
  return show(reply, problem.http, page, shop?.face);
}

function toProblem(error: unknown): PageProblem {
  if (error instanceof PageProblem) return error;
  const unavailable = error instanceof ApiError && error.http === 503 ? error : toUnavailable(error, 'service');
  if (unavailable) return new PageProblem(503, 'failed', { retryAfterSeconds: unavailable.retryAfterSeconds ?? 5 });
  const status = error instanceof ApiError ? error.http : (error as { statusCode?: number }).statusCode;
  if (status === undefined || status >= 500) return new PageProblem(500, 'failed');
  return new PageProblem(status, status === 413 ? 'tooLarge' : 'unreadable');
}

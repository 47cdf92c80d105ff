/** Routes by which a merchant sees what waits, lets held writes go on, and drops unwanted ones. Not part of the API. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DEFAULT_COUNT, MAX_COUNT } from '../../contract/endpoints/limits.ts';
import { refuse, refuseParameter } from '../../contract/endpoints/errors.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { readForm } from '../../server-kit/http/form.ts';
import { resolveBusiness } from '../shopper/business.ts';
import type { ProxyDb } from '../state/tables.ts';
import { dropFromQueue, listQueue, queueStates, releaseFromQueue } from '../writes/outbox/queue.ts';

export interface QueueTools {
  readonly db: ProxyDb;
  readonly businesses: readonly string[];
  readonly clock: Clock;
}

const whole = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);
/** Strict, as all routes of merchants are. */
const queueQuery = z.strictObject({
  start: whole.optional().transform((value) => value ?? 0),
  count: whole
    .refine((count) => count >= 1 && count <= MAX_COUNT, `must be from 1 to ${MAX_COUNT}`)
    .optional()
    .transform((value) => value ?? DEFAULT_COUNT),
  state: z.enum(queueStates, `must be one of ${queueStates.join(', ')}`).optional(),
});
const idForm = z.strictObject({
  id: z.string('is missing').regex(/^[\w-]{1,100}$/, 'must be the id of something in the queue'),
});

export function registerQueueRoutes(scope: FastifyInstance, { db, businesses, clock }: QueueTools): void {
  scope.get<{ Params: { business: string } }>('/merchant/v1/businesses/:business/queue', async (request) => {
    const business = resolveBusiness(request.params.business, businesses);
    const query = read(queueQuery, request.query);
    const { items, total } = await listQueue(db, business, query);
    return { queue: items, count: items.length, start: query.start, total, status: 'OK', success: true };
  });

  scope.post<{ Params: { business: string } }>('/merchant/v1/businesses/:business/queue/release', async (request) => {
    const business = resolveBusiness(request.params.business, businesses);
    const { id } = read(idForm, (await readForm(request, { isKnown: true })).fields);
    if (!(await releaseFromQueue(db, business, id, clock.now())))
      throw refuse('productReviewNotFound', 'The queue holds nothing back under this id');
    return { status: 'OK', success: true };
  });

  scope.post<{ Params: { business: string } }>('/merchant/v1/businesses/:business/queue/drop', async (request) => {
    const business = resolveBusiness(request.params.business, businesses);
    const { id } = read(idForm, (await readForm(request, { isKnown: true })).fields);
    if (!(await dropFromQueue(db, business, id)))
      throw refuse('productReviewNotFound', 'The queue holds nothing of this id');
    return { status: 'OK', success: true };
  });
}

/** @throws ApiError `parameterMissing` or `malformed` that names the parameter. */
function read<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  if (issue.code === 'unrecognized_keys') throw refuseParameter('malformed', issue.keys[0]!, 'is unknown here');
  const { path, message } = issue;
  throw refuseParameter(message === 'is missing' ? 'parameterMissing' : 'malformed', String(path[0]), message);
}

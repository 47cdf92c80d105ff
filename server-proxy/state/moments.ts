import type { Moment } from '../../review-store/future.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Every moment of the proxy's own tables, and how far ahead it lies when all is well. */
export const proxyMoments: readonly Moment[] = [
  { table: 'proxy_session', column: 'obtained_at', mostAhead: 0 },
  // As long as the API may ask for.
  { table: 'proxy_gate', column: 'closed_until', mostAhead: HOUR, isRetry: true },
  { table: 'proxy_call', column: 'ended_at', mostAhead: 2 * MINUTE },
  { table: 'proxy_instance', column: 'started_at', mostAhead: 0 },
  // A request that runs knows its row by the moment.
  { table: 'proxy_idempotency', column: 'created_at', mostAhead: 0, where: 'status is not null' },
  { table: 'proxy_idempotency', column: 'running_until', mostAhead: MINUTE, becomesAhead: MINUTE },
  { table: 'proxy_vote', column: 'created_at', mostAhead: 0 },
  { table: 'proxy_vote', column: 'next_attempt_at', mostAhead: DAY, isRetry: true },
  { table: 'proxy_vote', column: 'doubted_since', mostAhead: 0 },
  { table: 'proxy_vote', column: 'delivered_at', mostAhead: 0 },
  { table: 'proxy_lease', column: 'held_until', mostAhead: MINUTE / 2, becomesAhead: MINUTE / 2 },
  { table: 'proxy_outbox', column: 'created_at', mostAhead: 0 },
  { table: 'proxy_outbox', column: 'next_attempt_at', mostAhead: HOUR / 4, isRetry: true },
  { table: 'proxy_outbox', column: 'at_work_until', mostAhead: MINUTE },
  { table: 'proxy_recent_write', column: 'created_at', mostAhead: 0 },
  // As long as a challenge is good for.
  { table: 'proxy_spent_proof', column: 'expires_at', mostAhead: 10 * MINUTE },
  // As long as the order of a customer counts once.
  { table: 'proxy_token_use', column: 'kept_until', mostAhead: 2 * 366 * DAY },
  { table: 'mirror_removal', column: 'accepted_at', mostAhead: 0 },
  { table: 'mirror_walk', column: 'mirrored_at', mostAhead: 0 },
  { table: 'mirror_walk', column: 'head_read_at', mostAhead: 0 },
  { table: 'mirror_walk', column: 'swept_at', mostAhead: 0 },
  { table: 'mirror_item', column: 'missed_at', mostAhead: 0 },
  { table: 'mirror_look', column: 'looked_at', mostAhead: 0 },
  { table: 'mirror_hold', column: 'held_until', mostAhead: HOUR, becomesAhead: HOUR },
  { table: 'mirror_hold', column: 'released_at', mostAhead: 0 },
];

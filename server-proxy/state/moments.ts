import type { Moment } from '../../review-store/content/future.ts';
import { jobMoments } from '../../review-store/jobs/jobs.ts';
import { ABANDONED_AFTER_MS } from '../../review-store/kept-answers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Every moment in the proxy's own tables, and how far ahead it may lie when all is well. */
export const proxyMoments: readonly Moment[] = [
  { table: 'proxy_session', column: 'obtained_at', mostAheadMs: 0 },
  // The longest pause that the API may ask for.
  { table: 'proxy_gate', column: 'closed_until', mostAheadMs: HOUR_MS, isRetry: true },
  { table: 'proxy_call', column: 'ended_at', mostAheadMs: 2 * MINUTE_MS },
  { table: 'proxy_instance', column: 'started_at', mostAheadMs: 0 },
  // A running request finds its row by this moment.
  { table: 'proxy_idempotency', column: 'created_at', mostAheadMs: 0, where: 'status is not null' },
  {
    table: 'proxy_idempotency',
    column: 'running_until',
    mostAheadMs: ABANDONED_AFTER_MS,
    becomesAheadMs: ABANDONED_AFTER_MS,
  },
  { table: 'proxy_vote', column: 'created_at', mostAheadMs: 0 },
  { table: 'proxy_vote', column: 'doubted_since', mostAheadMs: 0 },
  { table: 'proxy_vote', column: 'delivered_at', mostAheadMs: 0 },
  { table: 'proxy_lease', column: 'held_until', mostAheadMs: MINUTE_MS / 2, becomesAheadMs: MINUTE_MS / 2 },
  ...jobMoments,
  { table: 'proxy_outbox', column: 'created_at', mostAheadMs: 0 },
  { table: 'proxy_outbox', column: 'at_work_until', mostAheadMs: MINUTE_MS },
  { table: 'proxy_recent_write', column: 'created_at', mostAheadMs: 0 },
  { table: 'proxy_witness', column: 'created_at', mostAheadMs: 0 },
  // The lifetime of a challenge.
  { table: 'proxy_spent_proof', column: 'expires_at', mostAheadMs: 10 * MINUTE_MS },
  // How long an order is remembered.
  { table: 'proxy_token_use', column: 'kept_until', mostAheadMs: 2 * 366 * DAY_MS },
  { table: 'proxy_asset', column: 'in_use_at', mostAheadMs: 0 },
  { table: 'mirror_removal', column: 'accepted_at', mostAheadMs: 0 },
  { table: 'mirror_walk', column: 'mirrored_at', mostAheadMs: 0 },
  { table: 'mirror_walk', column: 'head_read_at', mostAheadMs: 0 },
  { table: 'mirror_walk', column: 'swept_at', mostAheadMs: 0 },
  { table: 'mirror_item', column: 'missed_at', mostAheadMs: 0 },
  { table: 'mirror_look', column: 'looked_at', mostAheadMs: 0 },
  { table: 'mirror_moderation', column: 'read_at', mostAheadMs: 0 },
  { table: 'mirror_hold', column: 'held_until', mostAheadMs: HOUR_MS, becomesAheadMs: HOUR_MS },
  { table: 'mirror_hold', column: 'released_at', mostAheadMs: 0 },
  { table: 'mirror_gist_state', column: 'counted_at', mostAheadMs: 0 },
  { table: 'mirror_summary', column: 'made_at', mostAheadMs: 0 },
];

import type { Moment } from '../../review-store/content/future.ts';
import { jobMoments } from '../../review-store/jobs/jobs.ts';

/** The moments that decide whether somebody is let in, and how far ahead they are when all is well. */
export const serviceMoments: readonly Moment[] = [
  { table: 'failed_login', column: 'last_at', mostAheadMs: 0 },
  { table: 'login_failure', column: 'last_at', mostAheadMs: 0 },
  // The newest tokens of an account stay, whatever their number.
  { table: 'user_token', column: 'created_at', mostAheadMs: 0 },
  { table: 'console_session', column: 'created_at', mostAheadMs: 0 },
  { table: 'console_session', column: 'seen_at', mostAheadMs: 0 },
  { table: 'account_link', column: 'created_at', mostAheadMs: 0 },
  { table: 'item_link', column: 'created_at', mostAheadMs: 0 },
  { table: 'item_link', column: 'opened_at', mostAheadMs: 0 },
  { table: 'team_invitation', column: 'created_at', mostAheadMs: 0 },
  // A running request knows its row by this moment.
  { table: 'idempotent_answer', column: 'created_at', mostAheadMs: 0, where: 'http_status is not null' },
  { table: 'product_review_vote', column: 'voted_at', mostAheadMs: 0 },
  { table: 'write_link', column: 'created_at', mostAheadMs: 0 },
  { table: 'sent_form', column: 'created_at', mostAheadMs: 0 },
  { table: 'import_file', column: 'sent_at', mostAheadMs: 0 },
  { table: 'recent_write', column: 'created_at', mostAheadMs: 0 },
  ...jobMoments,
  { table: 'edit_code', column: 'created_at', mostAheadMs: 0 },
  { table: 'edit_code', column: 'entered_at', mostAheadMs: 0 },
];

/**
 * Forgets what has had its time by the clock, not at the next call: in a shop where nothing happens for a month, what
 * is kept for a day is kept for a day.
 */
import { forgetOldCopies } from '../../review-store/databases/copies.ts';
import type { Kind } from '../../review-store/jobs/worker.ts';
import { gatherStatistics } from '../../review-store/open.ts';
import type { Service } from '../context.ts';
import { forgetOldFailures } from '../people/accounts/failed-logins.ts';
import { forgetItemLinks } from '../people/item-links.ts';
import { forgetOldLinks } from '../people/accounts/password-links.ts';
import { forgetOldSessions } from '../people/accounts/sessions.ts';
import { forgetOldTokens } from '../people/accounts/user-tokens.ts';
import { forgetOldInvitations } from '../people/team/invitations.ts';
import { keptAnswers } from '../data/kept-answers.ts';
import { forgetCodes } from '../pages/edit/edit-codes.ts';
import { forgetSentForms } from '../pages/frame/sent-forms.ts';
import { forgetWriteLinks } from '../pages/frame/write-links.ts';
import { forgetOldRefused } from '../content/refused-writes.ts';
import { forgetOldImportCopies } from '../content/imports/copies.ts';
import { forgetLinks } from '../letters/requests/links.ts';
import { recentWrites } from '../pages/frame/strangers.ts';
import type { Database } from '../data/tables.ts';

const EVERY_MS = 600_000;

export const pruning = ({ db, callLog, now }: Service): Kind => ({
  name: 'pruning',
  isStanding: true,
  failing: 'the data could not be looked after',
  retryMs: EVERY_MS,
  async attempt() {
    await prune(db, now());
    await callLog.prune(now());
    await gatherStatistics(db);
    return EVERY_MS;
  },
});

async function prune(db: Database, now: number): Promise<void> {
  await keptAnswers(db).forgetOld(now);
  await forgetOldFailures(db, now);
  await forgetOldTokens(db, now);
  await forgetOldSessions(db, now);
  await forgetOldLinks(db, now);
  await forgetItemLinks(db, now);
  await forgetOldRefused(db, now);
  await forgetOldInvitations(db, now);
  await forgetCodes(db, now);
  await forgetLinks(db, now);
  await forgetWriteLinks(db, now);
  await forgetSentForms(db, now);
  await recentWrites(db).forgetOld(now);
  await forgetOldImportCopies(db, now);
  await forgetOldCopies(db, now);
}

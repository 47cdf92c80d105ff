/** Decisions on a review: whether it is shown, and what the shop replies. */
import { text as readAll } from 'node:stream/consumers';
import { LONGEST_TEXT } from '../../../contract/endpoints/limits.ts';
import { removalReasons } from '../../../contract/removal-reasons.ts';
import { command } from '../../settings/command.ts';
import { oneOf, UsageError } from '../../settings/settings.ts';
import { reviewFlags, titleOf, withReview } from './name.ts';
import { say } from '../../settings/printable.ts';

export const publish = command({
  name: 'reviews publish',
  purpose: 'shows a review again that was hidden, whole, or for the first time one that is held',
  flags: reviewFlags,
  async run(settings) {
    await withReview(settings, async (db, programs, business, name) => {
      await programs.publishByCommand(db, business, name);
      say(`${titleOf(name)} is published`);
    });
  },
});

const reasons = `one of: ${removalReasons.join(', ')}`;

export const reasonFlag = {
  value: 'REASON',
  read: oneOf(removalReasons, (value) => `${reasons}; not ${JSON.stringify(value)}`),
  required: true,
  help: reasons,
} as const;

export const toldInWords = (authorIsTold: boolean): string =>
  authorIsTold ? 'its author is told by mail' : 'no address of its author is known';

export const hide = command({
  name: 'reviews hide',
  purpose: 'takes a review from view, for a reason that its author is told',
  flags: { ...reviewFlags, reason: reasonFlag },
  async run(settings) {
    await withReview(settings, async (db, programs, business, name) => {
      const { authorIsTold } = await programs.hideByCommand(db, business, name, settings.reason);
      say(`${titleOf(name)} is hidden; ${toldInWords(authorIsTold)}`);
    });
  },
});

const outcomes = {
  added: 'has a reply of the shop',
  replaced: 'has another reply of the shop, in place of the earlier one',
  removed: 'has no reply of the shop any more',
} as const;

export const reply = command({
  name: 'reviews reply',
  purpose: 'replies to a review as the shop, for all to see; a second reply replaces the first',
  flags: {
    ...reviewFlags,
    text: {
      value: 'TEXT',
      required: true,
      mayBeEmpty: true,
      help: 'the reply; - reads it from standard input, an empty one takes the reply away',
    },
  },
  async run(settings) {
    const text = (settings.text === '-' ? await readAll(process.stdin) : settings.text).trim();
    if (text.length > LONGEST_TEXT) throw new UsageError(`--text must be a text of at most ${LONGEST_TEXT} characters`);
    await withReview(settings, async (db, programs, business, name) => {
      say(`${titleOf(name)} ${outcomes[await programs.replyByCommand(db, business, name, text)]}`);
    });
  },
});

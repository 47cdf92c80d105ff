import { removalReasons } from '../../../contract/removal-reasons.ts';
import { command } from '../../settings/command.ts';
import { oneOf } from '../../settings/settings.ts';
import { reviewFlags, titleOf, withReview } from './name.ts';

const readReason = oneOf(
  removalReasons,
  (value) => `one of: ${removalReasons.join(', ')}; not ${JSON.stringify(value)}`,
);

export const hide = command({
  name: 'reviews hide',
  summary: 'takes a review from view, for a reason that its author is told',
  flags: {
    ...reviewFlags,
    reason: {
      value: 'REASON',
      read: readReason,
      required: true,
      help: `one of: ${removalReasons.join(', ')}`,
    },
  },
  async run(settings) {
    await withReview(settings, async (db, programs, business, name) => {
      const { authorIsTold } = await programs.hideByCommand(db, business, name, settings.reason);
      const told = authorIsTold ? 'its author is told by mail' : 'no address of its author is known';
      process.stdout.write(`${titleOf(name)} is hidden; ${told}\n`);
    });
  },
});

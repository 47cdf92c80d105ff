import { removalReasons, type RemovalReason } from '../../../contract/removal-reasons.ts';
import { command } from '../../settings/command.ts';
import { meantBusiness } from '../../business.ts';
import { UsageError } from '../../settings/settings.ts';
import { withDatabase } from '../account/database.ts';
import { findNamed, readName, reviewFlags, titleOf } from './name.ts';

export const hide = command({
  name: 'reviews hide',
  summary: 'takes a review from view, for a reason that its author is told',
  flags: {
    ...reviewFlags,
    reason: { value: 'REASON', required: true, help: `one of: ${removalReasons.join(', ')}` },
  },
  async run(settings) {
    const [business, given, reason] = [await meantBusiness(settings), readName(settings), readReason(settings.reason)];
    await withDatabase(settings, async (db, programs) => {
      const name = await findNamed(db, programs, business, given);
      const { authorIsTold } = await programs.hideByCommand(db, business, name, reason);
      const told = authorIsTold ? 'its author is told by mail' : 'no address of its author is known';
      process.stdout.write(`${titleOf(name)} is hidden; ${told}\n`);
    });
  },
});

function readReason(value: string | undefined): RemovalReason {
  const reason = removalReasons.find((one) => one === value);
  if (!reason)
    throw new UsageError(`--reason must be one of: ${removalReasons.join(', ')}; not ${JSON.stringify(value)}`);
  return reason;
}

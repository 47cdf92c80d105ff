import { command } from '../../settings/command.ts';
import { meantBusiness } from '../../business.ts';
import { withDatabase } from '../account/database.ts';
import { findNamed, readName, reviewFlags, titleOf } from './name.ts';

export const publish = command({
  name: 'reviews publish',
  summary: 'shows a review again that was hidden, whole, or for the first time one that is held',
  flags: reviewFlags,
  async run(settings) {
    const [business, given] = [await meantBusiness(settings), readName(settings)];
    await withDatabase(settings, async (db, programs) => {
      const name = await findNamed(db, programs, business, given);
      await programs.publishByCommand(db, business, name);
      process.stdout.write(`${titleOf(name)} is published\n`);
    });
  },
});

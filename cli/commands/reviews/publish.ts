import { command } from '../../settings/command.ts';
import { reviewFlags, titleOf, withReview } from './name.ts';

export const publish = command({
  name: 'reviews publish',
  summary: 'shows a review again that was hidden, whole, or for the first time one that is held',
  flags: reviewFlags,
  async run(settings) {
    await withReview(settings, async (db, programs, business, name) => {
      await programs.publishByCommand(db, business, name);
      process.stdout.write(`${titleOf(name)} is published\n`);
    });
  },
});

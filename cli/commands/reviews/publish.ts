import { command } from '../../command.ts';
import { withDatabase } from '../account/database.ts';
import { readBusiness } from '../account/inputs.ts';
import { readName, reviewFlags } from './name.ts';

export const publish = command({
  name: 'reviews publish',
  summary: 'shows a review again that was hidden, whole, or for the first time one that is pending',
  flags: reviewFlags,
  async run(settings) {
    const [business, name] = [readBusiness(settings.business), readName(settings)];
    await withDatabase(settings, async (db, { publishByCommand }) => {
      await publishByCommand(db, business, name);
      process.stdout.write(`${name.kind === 'product' ? 'Product review' : 'Review'} ${name.number} is published\n`);
    });
  },
});

import { reviewStates } from '../../../review-service/content/moderation/summaries.ts';
import { command } from '../../settings/command.ts';
import { meantBusiness } from '../../business.ts';
import { UsageError } from '../../settings/settings.ts';
import { endWithReader } from '../../settings/printable.ts';
import { withDatabase } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';
import { lineOf } from './line.ts';

export const list = command({
  name: 'reviews list',
  summary:
    'lists reviews of the shop and of its products, newest first: number, date, sku (- for one of the shop), state, ' +
    'stars (- while it is held), name, first words, photos',
  flags: {
    ...businessFlags,
    state: { value: 'STATE', help: `only reviews that are ${reviewStates.join(', ')}` },
    name: { value: 'NAME', help: 'only reviews by this name, which several people may have' },
    sku: { value: 'SKU', help: 'only reviews of this product' },
  },
  async run(settings) {
    const [business, state] = [await meantBusiness(settings), readState(settings.state)];
    const { name, sku } = settings;
    endWithReader();
    await withDatabase(settings, async (db, { listReviewsToModerate }) => {
      for await (const review of listReviewsToModerate(db, business, { state, name, sku }))
        process.stdout.write(`${lineOf(review)}\n`);
    });
  },
});

function readState(value: string | undefined): (typeof reviewStates)[number] | undefined {
  const state = reviewStates.find((one) => one === value);
  if (value !== undefined && state === undefined)
    throw new UsageError(`--state must be one of ${reviewStates.join(', ')}, not ${JSON.stringify(value)}`);
  return state;
}

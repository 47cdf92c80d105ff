import { reviewStates } from '../../../review-service/content/moderation/listed-reviews.ts';
import { command } from '../../settings/command.ts';
import { oneOf } from '../../settings/settings.ts';
import { endWithReader, say, sayArray } from '../../settings/printable.ts';
import { withBusiness } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';
import { lineOf } from './line.ts';

const readState = oneOf(reviewStates, (value) => `one of ${reviewStates.join(', ')}, not ${JSON.stringify(value)}`);

export const list = command({
  name: 'reviews list',
  purpose:
    'lists reviews of the shop and of its products, newest first: number, date, sku (- for one of the shop), state, ' +
    'stars (- while it is held), name, first words, photos',
  flags: {
    ...businessFlags,
    state: {
      value: 'STATE',
      read: readState,
      help: `only reviews that are ${reviewStates.join(', ')}`,
    },
    name: { value: 'NAME', help: 'only reviews by this name, which several people may have' },
    sku: { value: 'SKU', help: 'only reviews of this product' },
    json: { help: "as a JSON array of the API's own objects" },
  },
  async run(settings) {
    const { state, name, sku, json } = settings;
    endWithReader();
    await withBusiness(settings, async (db, { listReviewsToModerate, readReviewObjects }, business) => {
      const found = listReviewsToModerate(db, business, { state, name, sku });
      if (json) await sayArray(readReviewObjects(db, business, found));
      else for await (const review of found) say(lineOf(review));
    });
  },
});

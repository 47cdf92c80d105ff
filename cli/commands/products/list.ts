import { command } from '../../settings/command.ts';
import { endWithReader, sayRow } from '../../settings/printable.ts';
import { withBusiness } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';

export const list = command({
  name: 'products list',
  purpose: 'lists the products of a business: sku, title and number of reviews',
  flags: businessFlags,
  async run(settings) {
    endWithReader();
    await withBusiness(settings, async (db, { listCatalogue }, business) => {
      for await (const { sku, title, numReviews } of listCatalogue(db, business))
        sayRow(sku, title ?? '', String(numReviews));
    });
  },
});

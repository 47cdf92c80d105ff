import { command } from '../../settings/command.ts';
import { meantBusiness } from '../../business.ts';
import { endWithReader, printable } from '../../settings/printable.ts';
import { withDatabase } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';

export const list = command({
  name: 'products list',
  summary: 'lists the products of a business: sku, title and number of reviews',
  flags: businessFlags,
  async run(settings) {
    const business = await meantBusiness(settings);
    endWithReader();
    await withDatabase(settings, async (db, { listCatalogue }) => {
      for await (const { sku, title, numReviews } of listCatalogue(db, business))
        process.stdout.write(`${[sku, title ?? '', String(numReviews)].map(printable).join('\t')}\n`);
    });
  },
});

import { command } from '../command.ts';
import { printable } from '../printable.ts';
import { UsageError } from '../settings.ts';
import { withDatabase } from './account/database.ts';
import { businessFlags, readBusiness } from './account/inputs.ts';

const oneReview = {
  ...businessFlags,
  id: { value: 'NUMBER', required: true, help: 'the id of the product review' },
} as const;

const held = command({
  name: 'product-reviews held',
  summary: 'lists pending product reviews, oldest first',
  flags: businessFlags,
  async run(settings) {
    const business = readBusiness(settings.business);
    await withDatabase(settings, async (db, { listHeld }) => {
      for (const { id, created, product, title, content } of await listHeld(db, business)) {
        process.stdout.write(
          `${id}  ${created.slice(0, 10)}  ${printable(product?.sku ?? '')}  ${printable(title)}\n` +
            `    ${printable(content)}\n`,
        );
      }
    });
  },
});

const publish = command({
  name: 'product-reviews publish',
  summary: 'publishes a pending product review',
  flags: oneReview,
  async run(settings) {
    const [business, id] = [readBusiness(settings.business), readId(settings.id)];
    await withDatabase(settings, async (db, { publishHeld }) => {
      await publishHeld(db, business, id);
      process.stdout.write(`Product review ${id} is published\n`);
    });
  },
});

const remove = command({
  name: 'product-reviews remove',
  summary: 'takes a product review out of all listings and counts',
  flags: oneReview,
  async run(settings) {
    const [business, id] = [readBusiness(settings.business), readId(settings.id)];
    await withDatabase(settings, async (db, { removeProductReview }) => {
      await removeProductReview(db, business, id);
      process.stdout.write(`Product review ${id} is removed\n`);
    });
  },
});

export const productReviews = [held, publish, remove];

function readId(value: string | undefined): number {
  if (value === undefined || !/^[1-9]\d{0,14}$/.test(value)) throw new UsageError('--id must be a whole number from 1');
  return Number(value);
}

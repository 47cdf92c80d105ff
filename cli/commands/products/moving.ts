import { command } from '../../settings/command.ts';
import { withBusiness, type Programs } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';
import { counted } from '../../../exchange/reviews/in-words.ts';
import { printable, say } from '../../settings/printable.ts';
import { quoted } from '../../../server-kit/shell-words.ts';
import { sameFlags } from '../../settings/printed-command.ts';

type Moved = Awaited<ReturnType<Programs['renameByCommand']>>;

const placeAndBusiness = ['business', 'data', 'database-url'];

/** @param to - the second sku: how it is called, and what it is. */
const moving = (name: 'rename' | 'merge', does: string, to: { value: string; help: string }, purpose: string) =>
  command({
    name: `products ${name}`,
    purpose,
    flags: {
      ...businessFlags,
      sku: { value: 'SKU', bare: true, required: true, help: 'the product' },
      to: { ...to, bare: true, required: true },
    },
    async run(settings, _env, given) {
      const { sku, to } = settings;
      await withBusiness(settings, async (db, programs, business) => {
        const moved = await programs[`${name}ByCommand`](db, business, sku, to);
        say(`${printable(sku)} ${does} ${printable(to)}: ${describe(moved)} moved with it`);
        say(`Undo with: plaudit products undo ${[quoted(sku), ...sameFlags(given, placeAndBusiness)].join(' ')}`);
      });
    },
  });

export const rename = moving(
  'rename',
  'is called',
  { value: 'NEW', help: 'the new sku' },
  'gives a product another sku; pages and feeds that say the earlier one mean the same product',
);
export const merge = moving(
  'merge',
  'is part of',
  { value: 'INTO', help: 'the product that it becomes part of' },
  'makes a product part of another one, with its reviews; pages that say its sku mean that one',
);

export const undo = command({
  name: 'products undo',
  purpose: 'takes back a rename or a merge; what came since stays with the product that it came to',
  flags: { ...businessFlags, sku: { value: 'SKU', bare: true, required: true, help: 'the earlier sku' } },
  async run(settings) {
    const { sku } = settings;
    await withBusiness(settings, async (db, { undoByCommand }, business) => {
      const moved = await undoByCommand(db, business, sku);
      say(`${printable(sku)} is a product again: ${describe(moved)} moved back`);
    });
  },
});

const describe = ({ reviews, questions, requests }: Moved): string =>
  `${counted(reviews, 'review')}, ${counted(questions, 'question')} and ${counted(requests, 'request')}`;

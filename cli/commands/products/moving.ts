import { command, type Command } from '../../settings/command.ts';
import { withBusiness, type Database, type Programs } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';
import { printable } from '../../settings/printable.ts';
import { quoted, sameFlags } from '../../settings/printed-command.ts';

type Moved = Awaited<ReturnType<Programs['renameByCommand']>>;

interface Moving {
  readonly name: string;
  readonly purpose: string;
  /** The second sku: how it is called, and what it is. */
  readonly other: { readonly value: string; readonly help: string };
  readonly does: string;
  work(programs: Programs, db: Database, business: string, sku: string, other: string): Promise<Moved>;
}

const placeAndBusiness = ['business', 'data', 'database-url'];

const moving = ({ name, purpose, other, does, work }: Moving): Command =>
  command({
    name: `products ${name}`,
    purpose,
    flags: {
      ...businessFlags,
      sku: { value: 'SKU', bare: true, required: true, help: 'the product' },
      to: { ...other, bare: true, required: true },
    },
    async run(settings, _env, given) {
      const { sku, to } = settings;
      await withBusiness(settings, async (db, programs, business) => {
        const moved = await work(programs, db, business, sku, to);
        say(`${printable(sku)} ${does} ${printable(to)}: ${describe(moved)} moved with it`);
        say(`Undo with: plaudit products undo ${[quoted(sku), ...sameFlags(given, placeAndBusiness)].join(' ')}`);
      });
    },
  });

export const rename = moving({
  name: 'rename',
  purpose: 'gives a product another sku; pages and feeds that say the earlier one mean the same product',
  other: { value: 'NEW', help: 'the new sku' },
  does: 'is called',
  work: (programs, db, business, sku, to) => programs.renameByCommand(db, business, sku, to),
});

export const merge = moving({
  name: 'merge',
  purpose: 'makes a product part of another one, with its reviews; pages that say its sku mean that one',
  other: { value: 'INTO', help: 'the product that it becomes part of' },
  does: 'is part of',
  work: (programs, db, business, sku, to) => programs.mergeByCommand(db, business, sku, to),
});

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
  `${count(reviews, 'review')}, ${count(questions, 'question')} and ${count(requests, 'request')}`;

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

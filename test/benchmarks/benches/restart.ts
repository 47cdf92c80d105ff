/**
 * A proxy is replaced on one machine while 20 shoppers read, vote and write: stopped and started again, and by one that
 * starts beside it. With PLAUDIT_EARLIER_PROGRAM, the `cli/plaudit.js` of another version, that one is stopped and
 * started as well. What a shopper asks is lost if it is refused; the time is that from the first such request to the
 * answer of the last.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { earlierProgram } from '../../support/earlier-version.ts';
import { presentProgram } from '../../support/present-program.ts';
import { Shoppers, type Lost } from '../../support/shoppers.ts';
import { ShopPrograms } from '../../support/shop-programs.ts';

const REPLACEMENTS = 3;
/** Of every shopper, before and after. */
const ROUNDS_BETWEEN = 2;
/** For everybody to ask once more, in seconds. */
const DRAIN = '2';

interface Way {
  readonly program: string;
  readonly isBeside: boolean;
}

export async function run(): Promise<void> {
  const ways: Record<string, Way> = {
    ...(earlierProgram === null
      ? {}
      : { 'the earlier version, stopped and started': { program: earlierProgram, isBeside: false } }),
    'stopped and started': { program: presentProgram, isBeside: false },
    'replaced with --beside': { program: presentProgram, isBeside: true },
  };
  const table: Record<string, object> = {};
  for (const [name, way] of Object.entries(ways)) {
    for (let count = 1; count <= REPLACEMENTS; count++) {
      const { requests, lost } = await replace(way);
      const refused = lost.filter(({ how }) => how === 'connection').length;
      table[`${name}, ${count}`] = {
        requests,
        'no connection': refused,
        '503 with Retry-After': lost.length - refused,
        'from the first to the last, ms': Math.round(timeOf(lost)),
      };
    }
  }
  console.table(table);
}

async function replace({ program, isBeside }: Way): Promise<Shoppers> {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-bench-restart-'));
  try {
    const shop = await ShopPrograms.make(directory, program);
    const args = ['--data', join(directory, 'proxy'), '--drain', isBeside ? DRAIN : '0'];
    await using _service = await shop.startService(program);
    await using first = await shop.startProxy(args, program);
    await shop.mirrored(first);
    const shoppers = new Shoppers(first.url, await shop.pageOf(first)).start();
    await shoppers.goOn(ROUNDS_BETWEEN);
    if (!isBeside) await first.stop();
    await using _second = await shop.startProxy(isBeside ? [...args, '--beside'] : args, program);
    await first.stop();
    await shoppers.goOn(ROUNDS_BETWEEN);
    await shoppers.stop();
    const unexpected = shoppers.lost.find(({ how }) => how !== 'connection' && how !== '503 with Retry-After');
    if (unexpected) throw new Error(`${unexpected.what}: ${unexpected.how}`);
    return shoppers;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function timeOf(lost: readonly Lost[]): number {
  if (lost.length === 0) return 0;
  return Math.max(...lost.map(({ endedAt }) => endedAt)) - Math.min(...lost.map(({ begunAt }) => begunAt));
}

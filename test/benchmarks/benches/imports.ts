/**
 * What an import by command takes. Products: files in both shapes of Google's feed, into an empty shop on SQLite.
 * Reviews: an export of Judge.me on either database, alone and into a running service, to which a shopper writes once a
 * second; alone, all of them are exported afterwards in Plaudit's own format. The memory is that of each of the two
 * processes at its highest, as the system counts it; what they share, such as Node itself, counts in both.
 * PLAUDIT_BENCH_ROWS says how long the files are, otherwise there are three lengths.
 */
import { shapes, type ShapeName } from '../imports/feed-files.ts';
import { measureImport, type MeasuredImport } from '../imports/measure.ts';
import { engines, measureReviewImport } from '../imports/measure-reviews.ts';

const given = process.env['PLAUDIT_BENCH_ROWS'];
const sizes = given === undefined ? [10_000, 200_000, 1_000_000] : [Number(given)];
const MEGABYTE = 1_000_000;

export async function run(): Promise<void> {
  const table: Record<string, object> = {};
  for (const rows of sizes) {
    const note = (what: string, measured: MeasuredImport, more: object = {}): void => {
      const name = `${rows.toLocaleString('en')} ${what}`;
      table[name] = { ...columnsOf(rows, measured), ...more };
      process.stderr.write(`${name}: done\n`);
    };
    for (const shape of Object.keys(shapes) as ShapeName[])
      note(`products, ${shape}, SQLite`, await measureImport(shape, rows));
    for (const engine of engines)
      for (const intoService of [false, true]) {
        const measured = await measureReviewImport(engine, rows, intoService);
        const { waits, exported } = measured;
        note(`reviews, ${engine}${intoService ? ', into a service' : ''}`, measured, {
          ...(waits && { writes: waits.length, 'median, ms': at(waits, 0.5), '99 of 100 within, ms': at(waits, 0.99) }),
          ...(exported && {
            'export, s': Math.round(exported.seconds),
            'of the export, MB': Math.round(exported.peak / MEGABYTE),
          }),
        });
      }
  }
  console.table(table);
}

const columnsOf = (rows: number, { seconds, taking, command }: MeasuredImport) => ({
  'rows a second': Math.round(rows / seconds),
  seconds: Math.round(seconds),
  'peak of the process that takes it, MB': Math.round(taking / MEGABYTE),
  'of the command, MB': Math.round(command / MEGABYTE),
});

const at = (times: readonly number[], share: number): number => Math.round(times[Math.ceil(share * times.length) - 1]!);

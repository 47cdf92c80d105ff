/**
 * What an import of a catalogue takes: files of three lengths in both shapes of Google's feed, each taken by the command
 * into an empty shop on SQLite. The memory is that of each of its two processes at its highest, as the system counts it;
 * what they share, such as Node itself, counts in both.
 */
import { shapes, type ShapeName } from '../imports/feed-files.ts';
import { measureImport } from '../imports/measure.ts';

const sizes = [10_000, 200_000, 1_000_000];
const MEGABYTE = 1_000_000;

export async function run(): Promise<void> {
  const table: Record<string, object> = {};
  for (const products of sizes) {
    for (const shape of Object.keys(shapes) as ShapeName[]) {
      const { seconds, taking, command } = await measureImport(shape, products);
      const what = `${products.toLocaleString('en')} products, ${shape}`;
      table[what] = {
        'peak of the process that takes it, MB': Math.round(taking / MEGABYTE),
        'of the command, MB': Math.round(command / MEGABYTE),
        'products a second': Math.round(products / seconds),
        seconds: Math.round(seconds),
      };
      process.stderr.write(`${what}: done\n`);
    }
  }
  console.table(table);
}

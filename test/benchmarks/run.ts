/**
 * `npm run bench` runs every benchmark, `npm run bench -- proxy budget` these. Each is a file of benches/ that exports
 * `run()`: it measures both sides in one run, interleaved, and prints its table.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePrograms } from '../support/bundled-program.ts';

const directory = join(import.meta.dirname, 'benches');
const known = readdirSync(directory)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -3))
  .toSorted();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}: choose from ${known.join(', ')}`);
  process.exit(2);
}

// As they are installed: from sources, each program would have a compiler in memory, and start later.
process.env['PLAUDIT_TEST_BUNDLE'] = await bundlePrograms();
for (const name of wanted.length > 0 ? wanted : known) {
  const { run } = (await import(join(directory, `${name}.ts`))) as { run: () => Promise<void> };
  console.log(`\n## ${name}\n`);
  await run();
}

#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that one that is too old can be told so.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const needed = 24;
const major = Number(process.versions.node.split('.')[0]);
if (major < needed) {
  console.error(
    `Plaudit needs Node ${needed} or newer, and this is ${process.version}. In a checkout, 'npm ci' brings one along: start with 'npm start' or 'npx plaudit'.`,
  );
  process.exit(1);
}
// What was compiled once starts in less than half the time. It is kept with the program, and not where Node would, in a
// directory for temporary files that others can write to; where this one cannot be written, everything is compiled each time.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
void import('./main.ts').then(({ main }) => main(process.argv.slice(2)));

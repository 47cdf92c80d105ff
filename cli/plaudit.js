#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that one that is too old can be told so.
const needed = 24;
const major = Number(process.versions.node.split('.')[0]);
if (major < needed) {
  console.error(
    `Plaudit needs Node ${needed} or newer, and this is ${process.version}. ` +
      "In a checkout, 'npm ci' brings one along: start with 'npm start' or 'npx plaudit'.",
  );
  process.exit(1);
}
void import('./main.ts').then(({ main }) => main(process.argv.slice(2)));

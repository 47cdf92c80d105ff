#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that one that is too old can be told so.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Plaudit needs Node 24.7 or newer, and this is ${process.version}. ` +
      "In a checkout, 'npm ci' brings one along: start with 'npm start' or 'npx plaudit'.",
  );
  process.exit(1);
}
void import('./main.ts').then(({ main }) => main(process.argv.slice(2)));

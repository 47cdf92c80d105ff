/** The guides for shops that come from a rival's program, followed as they stand, each with that program's own file. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileOf } from '../exchange/reviews/reading.ts';
import { commandsOf, Follower, password } from '../support/followed.ts';

const shop = 'your-shop.example';
const ofShopify = 'Handle,Title,Published,Variant SKU,Variant Price,Status\nmug,Mug,true,MUG-1,5,active\n';
const ofWooCommerce = 'ID,Type,SKU,Name,Published,Regular price\n13,simple,,Pot,1,9\n14,simple,MUG-1,Mug,1,5\n';

const guides = [
  { name: 'judge-me', products: ofShopify, files: ['judgeme'] },
  { name: 'yotpo', products: ofShopify, files: ['yotpo'] },
  { name: 'loox', products: ofShopify, files: ['loox'] },
  { name: 'okendo', products: ofShopify, files: ['okendo'] },
  { name: 'woocommerce', products: ofWooCommerce, files: ['woocommerce', 'cusrev', 'sitereviews'] },
  { name: 'trustpilot', products: ofWooCommerce, files: ['trustpilot'] },
];

/** Rows of the files may be refused, each with its line and nothing else. */
const refusals = /^[01] (?:line \d+: [^\n]+\n)*$/;

for (const { name, products, files } of guides) {
  const guide = `docs/guides/coming-from/${name}.md`;
  test(`the move of a shop: ${guide}`, { timeout: 600_000 }, async () => {
    await using terminal = await Follower.open();
    terminal.write('password.txt', `${password}\n`);
    await terminal.run(
      `npx plaudit account create --data ./data --business ${shop} --email you@${shop} --password-stdin < password.txt`,
    );
    for (const file of ['products.csv', 'products_export.csv']) terminal.write(file, products);
    for (const file of files) terminal.write(`${file}.csv`, readFileSync(fileOf(`${file}.csv`), 'utf8'));
    const imported: string[] = [];
    for (const line of commandsOf(guide)) {
      const takes = line.includes('reviews import ./');
      const said = await terminal.run(line, takes ? refusals : undefined);
      if (takes && line.includes('--dry-run'))
        imported.push(said.replace('This was a dry run: nothing has been stored\n', ''));
      else if (takes) {
        assert.match(said, /^\d+ reviews: [1-9]\d* added, 0 changed, .*; undo with: plaudit reviews undo \d$/m, line);
        imported.push(said);
      }
      if (line.includes('import status')) assert.match(said, /is done: 0 reviews still to come/);
      if (line.includes('import show'))
        assert.match(said, /^Import 1 of \w+\.csv .* is done\n\d+ reviews: [1-9]\d* added/);
      if (line.includes('reviews undo')) assert.match(said, /^Import 1 is undone: [1-9]\d* reviews? gone/m);
    }
    const [dry, taken] = imported as [string, string];
    assert.equal(
      dry.trimEnd().split('\n').at(-1),
      taken.trimEnd().split('\n').at(-1),
      'a trial ends with the same line',
    );
  });
}

/** The guide for a shop that comes from a hosted API, followed as it stands, with our own service as that API. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { saveContent } from '../support/content.ts';
import { commandsOf, Follower, password } from '../support/followed.ts';
import { emptyFolder } from '../support/packed.ts';
import { TestService } from '../support/review-service.ts';
import { ServiceProcess } from '../support/service-process.ts';

const shop = 'your-shop.example';
const guide = 'docs/guides/coming-from/hosted-api.md';

test(`the move of a shop: ${guide}`, { timeout: 300_000 }, async () => {
  const directory = join(emptyFolder(), 'hosted');
  const first = await new TestService({ directory }).start();
  await first.account(shop, `import@${shop}`);
  const product = { id: 7, sku: 'MUG-1' };
  await first.withDatabase((db) =>
    saveContent(db, shop, { products: [product], productReviews: [{ id: 41, product }], reviews: [{ reviewNo: 42 }] }),
  );
  const { clientToken } = first;
  await first.stop();
  const hosted = await ServiceProcess.start(['--data', directory]);
  await using terminal = await Follower.open();
  try {
    terminal.write('password.txt', `${password}\n`);
    await terminal.run(
      `npx plaudit account create --data ./data --business ${shop} --email you@${shop} --password-stdin < password.txt`,
    );
    const said: string[] = [];
    for (const line of commandsOf(guide)) {
      const here = line.replace('TOKEN=…', `TOKEN=${clientToken}`).replace('https://api.example', hosted.url);
      // On standard error it says every ten seconds how far it is.
      said.push(
        await terminal.run(here, here.includes('--from-api') ? /^0 (\d+ reviews, about .* to go\n)*$/ : undefined),
      );
    }
    const [, taken, status, shown, undone] = said as [string, string, string, string, string];
    assert.match(taken, /^product reviews: 1 there, 1 here; published by its own count: 1 there, 1 here$/m);
    assert.match(
      taken,
      /^From here, undo it with: plaudit reviews undo 1 --business your-shop\.example --data \.\/data$/m,
    );
    assert.match(taken, /^2 reviews: 2 added, .*; undo with: plaudit reviews undo 1\n$/m);
    assert.match(status, /is done: 0 reviews still to come/);
    assert.match(shown, /^2 reviews: 2 added/m);
    assert.match(undone, /^Import 1 is undone: 2 reviews gone/m);
  } finally {
    await hosted.kill();
  }
});

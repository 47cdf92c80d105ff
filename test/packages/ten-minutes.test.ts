/** The first ten minutes, pasted: a shop is started and set up, its page has the lines of the guide, and the doctor agrees. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { commandsOf, Follower, shellBlocksOf } from '../support/followed.ts';
import { blocksOf } from '../support/markdown.ts';
import { until } from '../server-proxy/harness.ts';
import { SetUpBrowser, typedShop } from '../support/set-up.ts';

/** A page of the shop with what the guide says to paste. @returns where it is */
async function servePage(html: string): Promise<{ url: string; close(): void }> {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mug</title><body>${html}</body></html>`;
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test('who follows the first page has a shop whose page the doctor finds in order', { timeout: 300_000 }, async () => {
  await using terminal = await Follower.open();
  const { code } = blocksOf('ten-minutes.md').find(({ language }) => language === 'html')!;
  const page = await servePage(code.replaceAll('http://127.0.0.1:3000', terminal.url));
  try {
    const [install, start, doctor] = shellBlocksOf('docs/ten-minutes.md');
    assert.match(install!, /^npm install \.\/plaudit-[\d.]+\.tgz\n$/);
    const said = await terminal.serve(start!);

    const browser = await new SetUpBrowser(/^Set it up: (\S+)$/m.exec(said)![1]!).open();
    await browser.send(typedShop);
    await browser.send({ origins: page.url });
    assert.equal(browser.status, 200, browser.text);
    terminal.write('products.csv', 'sku,title\nMUG-1,Mug\n');
    await terminal.run('npx plaudit products import ./products.csv --data ./data --business tea-shop.example');
    await until('the proxy knows the product', async () => {
      const answer = await fetch(`${terminal.url}/v1/businesses/-/products?sku=MUG-1`);
      return answer.ok && ((await answer.json()) as { total: number }).total === 1;
    });

    const found = await terminal.run(doctor!.replace('http://localhost:8080', page.url));
    assert.doesNotMatch(found, /^(?:fail|warn) /m);
    // The same two are where somebody looks who is in trouble.
    for (const command of commandsOf('docs/troubleshooting.md'))
      await terminal.run(command.replace('https://your-shop.example', page.url));
  } finally {
    page.close();
  }
});

/** From a rendered list to the page of the service where a reader without JavaScript asks, and back. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { shopperAnswers } from '../../contract/shopper/shopper-answers.ts';
import { AskingShop } from '../support/asking-shop.ts';
import { buildRenderer } from '../support/renderer.ts';
import { longOn } from '../support/length.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { Stage, until, type TestProxy } from './harness.ts';

buildRenderer();

const fragment = '/render/plaudit-questions?sku=MUG&locale=de';

/** The address behind the link for asking, which may stand inside `<noscript>` alone; null where there is none. */
async function linkOf(proxy: TestProxy, path = fragment): Promise<string | null> {
  const { http, text } = await proxy.get(path);
  assert.equal(http, 200, text);
  assert.ok(!text.replace(/<noscript>.*?<\/noscript>/gs, '').includes('/ask/'), text);
  const href = /href="([^"]*\/ask\/[^"]*)"/.exec(text)?.[1];
  return href === undefined ? null : href.replaceAll('&amp;', '&');
}

async function waitForLink(proxy: TestProxy, path?: string): Promise<string> {
  await until('the link is known', async () => (await linkOf(proxy, path)) !== null);
  return (await linkOf(proxy, path))!;
}

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  describe(database, longOn(database), () => {
    let postgres: UsedPostgres;
    before(async () => {
      postgres = await usePostgres();
    });
    after(() => postgres.stop());
    const open = async () => AskingShop.open(database === 'SQLite' ? null : await freshDatabase(postgres.url, 'proxy'));

    test('the link leads to a page, what is asked there is in the list, and the link costs one call', async () => {
      await using stage = await open();
      const proxy = await stage.startProxy();
      const link = new URL(await waitForLink(proxy));
      assert.deepEqual([link.searchParams.get('sku'), link.searchParams.get('locale')], ['MUG', 'de']);
      const { body } = await proxy.get('/v1/partners/-/write-link/get');
      assert.equal(body.ask_url, link.origin + link.pathname);
      const { status: _status, success: _success, ...answer } = body;
      shopperAnswers.getWriteLink.parse(answer);
      for (let count = 0; count < 5; count += 1) await linkOf(proxy);
      assert.equal(stage.relay.of('/write-link/get').length, 1);

      const page = await (await fetch(link)).text();
      assert.match(page, /<html lang="de"/);
      const [, form] = /name="form" value="([^"]+)"/.exec(page)!;
      const sent = await fetch(link, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ form: form!, question: 'Schwimmt sie?', name: 'Ann Zephyr', email: '' }),
      });
      assert.equal(sent.status, 303);
      stage.clock.pace = 20;
      await until('it is in the list', async () => {
        const { questions } = (await proxy.shop('/product/questions?sku=MUG')).body;
        return questions.some((one: { content: string }) => one.content === 'Schwimmt sie?');
      });
      assert.ok((await proxy.get(fragment)).text.includes('Schwimmt sie?'));
      assert.ok((await linkOf(proxy, '/render/plaudit-questions?sku=POT')) !== null, 'also where nothing was asked');
      assert.equal(await linkOf(proxy, '/render/plaudit-questions'), null);
    });

    test('a list waits for no API that is away, and has its link once the API is back', async () => {
      await using stage = await open();
      await (await stage.startProxy()).close();
      stage.relay.isAway = true;
      const proxy = await stage.startProxy();
      const { text } = await proxy.get(fragment);
      assert.ok(text.includes('Is it heavy?') && !text.includes('/ask/'), text);
      stage.relay.isAway = false;
      stage.clock.pace = 20;
      const link = await waitForLink(proxy);
      // What is known stays while the API is away again.
      stage.clock.pace = 1;
      stage.relay.isAway = true;
      assert.equal(await linkOf(proxy), link);
    });

    test('an API that takes no questions has no link, and is not asked for one', async () => {
      await using stage = await open();
      stage.relay.without.add('plaudit-extensions');
      const proxy = await stage.startProxy();
      for (let count = 0; count < 3; count += 1) assert.equal(await linkOf(proxy), null);
      assert.equal(stage.relay.of('/write-link/get').length, 0);
    });
  });
}

/** An API that takes questions, and says this of the page for them. */
async function namingPage(askUrl: unknown): Promise<Stage> {
  const stage = await Stage.open({ extensions: 'ask' });
  stage.upstream.fault = ({ path }, response) => {
    if (!path.includes('/write-link/get')) return false;
    const link = { url: 'https://reviews.example/write', hash: '', expire: '2099-01-01 00:00:00' };
    const body = { ...link, ask_url: askUrl, status: 'OK', success: true };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  return stage;
}

const ofSku = '/render/plaudit-questions?sku=SKU-1';

for (const askUrl of [undefined, null, 7, 'nowhere', 'javascript:alert(1)//ask/', 'data:text/html,/ask/'])
  test(`an API that names ${String(askUrl)} as its page has no link`, async () => {
    await using stage = await namingPage(askUrl);
    const proxy = await (await stage.proxy()).mirrored();
    assert.equal((await proxy.shop('/product/questions?sku=SKU-1')).body.can_ask, true);
    assert.equal(await linkOf(proxy, ofSku), null);
    await until('the API has answered', () => stage.upstream.callsOf('/write-link/get').length > 0);
    assert.ok(!('ask_url' in (await proxy.get('/v1/partners/-/write-link/get')).body));
    assert.equal(await linkOf(proxy, ofSku), null);
  });

test('a link with a query of its own keeps it, and what is hostile in it stays text', async () => {
  await using stage = await namingPage('https://reviews.example/ask/?shop=1&sku=X"><script>alert(1)</script>');
  const proxy = await (await stage.proxy()).mirrored();
  const link = new URL(await waitForLink(proxy, ofSku));
  assert.deepEqual(
    [...link.searchParams],
    [
      ['shop', '1'],
      ['sku', 'SKU-1'],
      ['locale', 'en'],
    ],
  );
});

/** Mails in the look of the shop, in every language, as they arrive at a mail server. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import sharp from 'sharp';
import { sampleMails, type SampleShop } from '../../review-service/demo-shop/mails/samples.ts';
import { changeLogo, changeLook } from '../../review-service/letters/look/by-command.ts';
import { contrastOf } from '../../review-service/letters/look/colours.ts';
import { usualLook, type Look } from '../../review-service/letters/look/look.ts';
import { paletteOf } from '../../review-service/letters/look/palette.ts';
import { toHtml } from '../../review-service/letters/mail/layout.ts';
import { toText } from '../../review-service/letters/mail/blocks.ts';
import { catalogues, directionOf } from '../../review-service/letters/wording/index.ts';
import { png } from '../support/pictures.ts';
import { onSqliteFirst, TestService, type Given } from '../support/review-service.ts';
import { headerOf, partOf, TestMailServer, until, type ReceivedMail } from '../support/smtp.ts';

const shop = 'a.example';
const hostile = '"><script>alert(1)</script><img src="/x" onerror=alert(1)>';
const order: Given = { order_id: hostile, order_date: '2026-11-03', first_name: 'Jane' };

/** What a parser makes of a mail: every element with its attributes. */
function elementsOf(html: string): { tag: string; attributes: Record<string, string> }[] {
  const found: { tag: string; attributes: Record<string, string> }[] = [];
  const walk = (node: DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment): void => {
    if ('tagName' in node)
      found.push({
        tag: node.tagName,
        attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
      });
    if ('childNodes' in node) for (const child of node.childNodes) walk(child);
  };
  walk(parseFragment(html));
  return found;
}

const tags = 'meta title style table tbody tr td p a h1 img br blockquote bdi span'.split(' ');

/** Nothing but the tags of our layout, with no handler, no script and no address but those that are expected. */
function assertHarmless(html: string, isExpected: (url: string) => boolean, what: string): void {
  for (const { tag, attributes } of elementsOf(html)) {
    assert.ok(tags.includes(tag), `${what}: <${tag}>`);
    for (const [name, value] of Object.entries(attributes)) {
      assert.ok(!name.startsWith('on'), `${what}: ${name}`);
      if (name === 'href' || name === 'src') assert.ok(isExpected(value), `${what}: ${name}=${value}`);
    }
  }
}

const logo = () =>
  sharp({ create: { width: 300, height: 60, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: { create: { width: 200, height: 40, channels: 4, background: '#102030' } }, left: 9, top: 9 }])
    .png()
    .toBuffer();

onSqliteFirst((place) => {
  let mails: TestMailServer;
  let service: TestService;
  before(async () => {
    mails = await new TestMailServer().start();
    service = await new TestService(await place(), {
      smtpUrl: mails.url,
      publicUrl: 'https://reviews.a.example',
    }).start();
    service.token = await service.account(shop);
    for (const [sku, title] of [
      ['S-1', 'Blue mug'],
      ['S-2', `Mug ${hostile} from evil.test`],
    ])
      await service.ok('addProduct', shop, { form: { sku: sku!, title: title! } });
    const form = new FormData();
    form.append('sku', 'S-1');
    form.append('image', new Blob([new Uint8Array(await png())]), 'mug.png');
    await service.ok('addProductImage', shop, { form });
    const picture = await logo();
    await service.withDatabase(async (db) => {
      await changeLook(db, shop, { accent: '#3b5a45', background: '#f7f2e8', font: 'Georgia, serif', locale: 'nl' });
      await changeLogo(db, shop, picture);
    });
  });
  after(async () => {
    await service.stop();
    await mails.stop();
  });

  let asked = 0;
  const invited = async (
    operation: 'addReviewRequest' | 'addProductReviewRequest',
    form: Given,
  ): Promise<ReceivedMail> => {
    const email = `jane${++asked}@x.example`;
    await service.ok(operation, shop, { form: { ...order, email, ...form } });
    await until('the mail is there', () => mails.received.some(({ to }) => to.includes(email)));
    return mails.received.find(({ to }) => to.includes(email))!;
  };
  const here = (url: string) => service.url + url.slice('https://reviews.a.example'.length);

  for (const language of Object.keys(catalogues)) {
    test(`${language}: products with their stars, a plain twin, and nothing that is not ours`, async () => {
      const mail = await invited('addProductReviewRequest', { language, product_skus: 'S-1,S-2' });
      const [html, text] = [partOf(mail, 'text/html'), partOf(mail, 'text/plain')];
      assert.match(html, new RegExp(`<html lang="${language}" dir="${directionOf(language)}">`));
      assertHarmless(html, (url) => url.startsWith('https://reviews.a.example/'), language);
      const links = elementsOf(html).flatMap(({ tag, attributes }) =>
        tag === 'a' ? [new URL(attributes['href']!)] : [],
      );
      const stars = links.filter((url) => url.searchParams.has('rating'));
      assert.deepEqual(
        stars.map((url) => `${url.searchParams.get('sku')} ${url.searchParams.get('rating')}`),
        ['S-1', 'S-2'].flatMap((sku) => [1, 2, 3, 4, 5].map((rating) => `${sku} ${rating}`)),
      );
      const page = await (await fetch(here(stars[8]!.href), { headers: { 'accept-language': 'pl' } })).text();
      assert.match(page, new RegExp(`<html lang="${language}"`));
      assert.deepEqual(
        page.match(/<input type="radio"[^>]*checked[^>]*>/g)?.map((one) => /value="(.)"/.exec(one)![1]),
        ['4'],
      );
      const words = catalogues[language]!;
      for (const said of [words.mail.productsLink, words.mail.productsAsk, words.mail.stopLink, 'Blue mug'])
        assert.ok(html.includes(said) || said.includes("'"), said);
      assert.ok(text.includes(words.mail.productsAsk) && text.includes('> Blue mug'), text);
      assert.doesNotMatch(text, /evil\.test|undefined|<td|&#/);
    });
  }

  test('logo and pictures come from the service, and the colours are those of the shop', async () => {
    const html = partOf(await invited('addProductReviewRequest', { product_skus: 'S-1,S-2' }), 'text/html');
    assert.match(html, /<html lang="nl"/);
    const images = elementsOf(html).filter(({ tag }) => tag === 'img');
    assert.deepEqual(
      images.map(({ attributes: { alt, width, height } }) => [alt, width, height]),
      [
        ['a.example', '200', '40'],
        ['', '72', '72'],
      ],
    );
    for (const { attributes } of images) {
      const picture = await fetch(here(attributes['src']!));
      assert.equal(picture.status, 200, attributes['src']);
      assert.match(picture.headers.get('content-type')!, /^image\/(png|jpeg)$/);
    }
    for (const colour of ['background:#3b5a45', 'background:#f7f2e8', 'font:16px/1.55 &#39;Georgia&#39;, serif,'])
      assert.ok(html.includes(colour), colour);
    // It is dark on nothing.
    assert.match(html, /\.logo\{background:#fff!important/);
  });

  test('stars of the business open its page with that rating, which is what gets stored', async () => {
    const mail = await invited('addReviewRequest', { language: 'en' });
    const five = /★★★★★ Excellent\r?\n(\S+)/.exec(partOf(mail, 'text/plain'))![1]!;
    const page = await (await fetch(here(five))).text();
    assert.match(page, /id="rating-5" name="rating" value="5" checked/);
    const mistyped = await (await fetch(here(five).replace('rating=5', 'rating=6'))).text();
    assert.doesNotMatch(mistyped, /name="rating"[^>]* checked/);
  });

  test('one POST to the address in the header stops further requests, without a word or a cookie', async () => {
    const mail = await invited('addReviewRequest', {});
    const url = /^<(https:[^>]+)>$/.exec(headerOf(mail, 'List-Unsubscribe')!)![1]!;
    assert.equal(headerOf(mail, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
    const answer = await fetch(here(url), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      redirect: 'manual',
    });
    assert.deepEqual([answer.status, answer.headers.get('set-cookie')], [200, null]);
    const [email] = mail.to;
    const before = mails.received.length;
    await service.ok('addReviewRequest', shop, { form: { ...order, email: email!, order_id: 'another' } });
    await invited('addReviewRequest', {});
    assert.equal(mails.received.length, before + 1);
  });

  test('a logo that is changed leaves no picture behind', async () => {
    const picture = await logo();
    const keys = () =>
      service.withDatabase((db) =>
        db.selectFrom('image_file').select('key').where('content_type', '=', 'image/png').execute(),
      );
    const [earlier] = await keys();
    await service.withDatabase((db) => changeLogo(db, shop, picture));
    const [now, ...others] = await keys();
    assert.ok(others.length === 0 && now!.key !== earlier!.key);
    await assert.rejects(
      service.withDatabase((db) => changeLogo(db, shop, Buffer.from('<svg/>'))),
      /no image of a kind that is taken/,
    );
    assert.deepEqual(await keys(), [now]);
  });
});

describe('every mail of the service', () => {
  const business: SampleShop = {
    name: `Tea & ${hostile}`,
    domain: shop,
    publicUrl: 'https://reviews.a.example',
    products: [{ sku: hostile, title: hostile, picture: '/pictures/a.example/1' }],
  };
  const own = (url: string) => /^(?:https:\/\/reviews\.a\.example)?\//.test(url);

  for (const [name, mail] of Object.entries(sampleMails)) {
    test(`${name}: harmless and whole in every language, with a plain twin`, () => {
      for (const wording of Object.values(catalogues)) {
        const { language } = wording;
        const { subject, blocks } = mail.make(business, wording);
        const frame = { language, subject, shop: business.name, postal: business.name, look: usualLook };
        const html = toHtml(blocks, frame);
        assertHarmless(html, own, `${name} ${language}`);
        assert.doesNotMatch(html, /undefined|\[object|NaN|\{[a-zA-Z]+\}/);
        const text = toText(blocks);
        assert.ok(text.trim().length > 40, text);
        assert.doesNotMatch(text, /undefined|\[object|NaN|\{[a-zA-Z]+\}/);
        // What the HTML says in words, the twin says too.
        for (const block of blocks) if (typeof block === 'string') assert.ok(text.includes(block), block);
        assert.equal(/\/stop\//.test(text), !mail.isAskedFor);
      }
    });
  }

  test('whatever colours a shop chooses, words can be read and shapes seen', () => {
    const colours = [null, '#ffffff', '#000000', '#ff0000', '#ffff00', '#3b5a45', '#7f7f7f', '#0c0a09', '#102a6b'];
    for (const accent of colours)
      for (const background of colours)
        for (const scheme of ['light', 'dark'] as const) {
          const look: Look = { ...usualLook, accent, background };
          const { ground, onGround, paper, ink, soft, line, star, action, onAction, link, wrong } = paletteOf(
            look,
            scheme,
          );
          const what = `${accent} on ${background}, ${scheme}`;
          for (const [text, on] of [
            [onGround, ground],
            [ink, paper],
            [soft, paper],
            [link, paper],
            [onAction, action],
            [wrong, paper],
          ])
            assert.ok(contrastOf(text!, on!) >= 4.5, `${what}: ${text} on ${on}`);
          for (const shape of [line, star, action]) assert.ok(contrastOf(shape, paper) >= 3, `${what}: ${shape}`);
        }
  });
});

describe('pictures of products for mails', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'plaudit-mail-pictures-'));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  test('a picture on the shop’s own server is fetched once, and passed on smaller; nothing else is fetched', async () => {
    const { createServer } = await import('node:http');
    const asked: string[] = [];
    const bytes = await png();
    const elsewhere = createServer((request, response) => {
      asked.push(request.url!);
      if (request.url === '/mug.png') response.end(bytes);
      else response.writeHead(404).end('none');
    });
    await new Promise<void>((listening) => {
      elsewhere.listen(0, '127.0.0.1', listening);
    });
    const { port } = elsewhere.address() as { port: number };
    const service = await new TestService({ directory }, { isReachable: () => true }).start();
    try {
      service.token = await service.account(shop);
      for (const sku of ['S-1', 'S-2']) await service.ok('addProduct', shop, { form: { sku, title: sku } });
      const { products } = await service.ok('listProducts', shop);
      const [first, second] = products.map(({ id }) => id);
      await service.withDatabase(async (db) => {
        for (const [id, path] of [
          [first, 'mug.png'],
          [second, 'gone.png'],
        ] as const)
          await db
            .updateTable('product')
            .set({ images: JSON.stringify([{ id: 900 + id!, url: `http://127.0.0.1:${port}/${path}` }]) })
            .where('id', '=', id!)
            .execute();
      });
      const get = (path: string) => fetch(`${service.url}/pictures/${path}`);
      const answers = await Promise.all([get(`${shop}/${first}`), get(`${shop}/${first}`)]);
      for (const answer of answers) {
        assert.equal(answer.status, 200);
        const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
        assert.ok(width <= 160 && height <= 160);
      }
      for (const path of [`${shop}/${second}`, `${shop}/${second}`, `${shop}/999`, `b.example/${first}`, `${shop}/x`])
        assert.equal((await get(path)).status, 404, path);
      assert.deepEqual(asked, ['/mug.png', '/gone.png']);
    } finally {
      await service.stop();
      elsewhere.close();
    }
  });
});

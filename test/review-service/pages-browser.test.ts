/** The pages behind links in a real browser: without JavaScript, by keyboard, on small and large screens, in light and dark. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../tools/chromium.ts';
import { png } from '../support/pictures.ts';
import { TestService } from '../support/review-service.ts';
import { partOf, TestMailServer, until } from '../support/smtp.ts';

const shop = 'a.example';
const order = { order_id: 'A-1', order_date: '2026-11-03', first_name: 'Jane', last_name: 'Doe', return_link: 1 };
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let directory: string;
let mails: TestMailServer;
let service: TestService;
let browser: Browser;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-pages-'));
  mails = await new TestMailServer().start();
  service = await new TestService({ directory }, { smtpUrl: mails.url }).start();
  service.token = await service.account(shop);
  for (const [sku, title] of [
    ['S-1', 'Blue mug'],
    ['S-2', `Mug ${'with-a-long-name'.repeat(8)}`],
  ])
    await service.ok('addProduct', shop, {
      form: { sku: sku!, title: title!, attributes: 'Size;select;:Small,Large' },
    });
  const form = new FormData();
  form.append('sku', 'S-1');
  form.append('image', new Blob([new Uint8Array(await png())]), 'mug.png');
  await service.ok('addProductImage', shop, { form });
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
});
after(async () => {
  await browser?.close();
  await service?.stop();
  await mails?.stop();
  rmSync(directory, { recursive: true, force: true });
});

let orders = 0;
const askForProducts = async () =>
  (
    await service.ok('addProductReviewRequest', shop, {
      form: { ...order, email: `p${++orders}@x.example`, product_skus: 'S-1,S-2' },
    })
  ).link!;
const ask = async (email = `b${++orders}@x.example`) =>
  (await service.ok('addReviewRequest', shop, { form: { ...order, email, product_skus: 'S-1' } })).link!;

async function withoutJavaScript<Result>(work: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
    locale: 'en',
  });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

test('without JavaScript somebody reviews what they bought; the fields of a product unfold with its stars', async () => {
  const link = await askForProducts();
  await withoutJavaScript(async (page) => {
    await page.goto(link);
    const [blue, other] = [page.locator('.product').nth(0), page.locator('.product').nth(1)];
    assert.equal(await blue.getByLabel('Headline').isVisible(), false);
    assert.equal(
      await blue.locator('img').evaluate((image: { naturalWidth: number }) => image.naturalWidth > 0),
      true,
      'the policy of the page lets its pictures in',
    );
    await blue.getByRole('radio', { name: /^4 stars/ }).check();
    await blue.getByLabel('Headline').fill('Blue');
    await blue.getByLabel('Your review').fill('Quite blue.');
    await blue
      .getByLabel(/Photos/)
      .setInputFiles({ name: 'mug.png', mimeType: 'image/png', buffer: Buffer.from(await png()) });
    assert.equal(await other.getByLabel('Headline').isVisible(), false);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  });
  const [review] = (await service.ok('listProductReviews', shop)).product_reviews;
  assert.deepEqual(
    [review!.title, review!.rating, review!.images.length, review!.user?.firstName],
    ['Blue', 4, 1, 'Jane'],
  );
});

test('by keyboard alone: stars with arrows, mistakes reached first, then sent', async () => {
  const link = await ask();
  await withoutJavaScript(async (page) => {
    await page.goto(link);
    await page.locator('#rating-1').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByLabel('Headline').first().focus();
    await page.keyboard.press('Enter');
    const summary = page.getByRole('alert');
    await summary.waitFor();
    assert.equal(
      await summary.evaluate((element) => element === element.ownerDocument.activeElement),
      true,
      'the summary has the focus',
    );
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Slow post');
    await page.locator('#content').fill('It came late.');
    await page.getByRole('button', { name: 'Publish' }).press('Enter');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  });
  const [review] = await service.ok('listReviews', shop);
  assert.deepEqual([review!.title, review!.rating[0]], ['Slow post', { type: 'overall', rating: 3 }]);
});

const looks = [
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

for (const { width, colorScheme } of looks) {
  test(`every page passes axe and fits, ${width} pixels wide, ${colorScheme}`, async () => {
    const email = `edit-${width}-${colorScheme}@x.example`;
    const written = await ask(email);
    const { link: another } = await service.ok('addReviewRequest', shop, {
      form: { ...order, order_id: 'A-2', email },
    });
    for (const [link, title] of [
      [written, 'Good'],
      [another!, `Better, ${'and-longer'.repeat(10)}`],
    ] as const) {
      const body = new FormData();
      for (const [name, value] of Object.entries({
        rating: '4',
        service: '5',
        title,
        content: 'It was good.',
        name: 'Jane Doe',
      }))
        body.append(name, value);
      body.append('photos', new Blob([new Uint8Array(await png())]), 'photo.png');
      service.clock.advance(60_000);
      await fetch(link, { method: 'POST', redirect: 'manual', body });
    }
    const { link: edit } = await service.ok('getEditLink', shop, { query: { email } });
    await service.ok('addReviewRequest', shop, { form: { ...order, return_link: 0, email: `stop-${email}` } });
    const mailOf = async (address: string) => {
      await until('the mail is there', () => mails.received.some(({ to }) => to.includes(address)));
      return partOf(
        mails.received.find(({ to }) => to.includes(address))!,
        'text/plain',
      );
    };
    const stop = /http\S+\/stop\/\S+/.exec(await mailOf(`stop-${email}`))![0];

    // axe runs in the page, whose own policy forbids every script.
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      bypassCSP: true,
      locale: 'en',
    });
    try {
      const page = await context.newPage();
      const check = async (what: string) => {
        assert.doesNotMatch(`${await page.title()} ${await page.innerText('body')}`, /undefined|\{[a-z]+\}/i, what);
        await page.addScriptTag({ content: axe });
        const { violations } = (await page.evaluate('axe.run()')) as {
          violations: { id: string; nodes: { html: string }[] }[];
        };
        assert.deepEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`),
          [],
          what,
        );
        assert.equal(
          await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
          0,
          `${what} scrolls sideways`,
        );
      };
      const { url: write } = await service.ok('getWriteLink', shop);
      const both = await ask();
      const products = await askForProducts();
      for (const [what, address] of Object.entries({
        write,
        both,
        products,
        stop,
        edit,
        thanks: `${written}/thanks`,
        unknown: `${edit}x`,
      })) {
        await page.goto(address);
        await check(what);
      }
      for (const [what, address] of Object.entries({
        'write with mistakes': write,
        'products with mistakes': products,
      })) {
        await page.goto(address);
        await page.locator('main button').click();
        await page.getByRole('alert').waitFor();
        await check(what);
      }
      await page.goto(products);
      await page
        .locator('.product')
        .nth(1)
        .getByRole('radio', { name: /^1 star:/ })
        .check();
      await check('products, one of them rated');
      await page.goto(edit);
      await page.getByRole('button', { name: 'Send me the code' }).click();
      await check('code');
      const [, code] = /^ {4}(\d{6})/m.exec(await mailOf(email))!;
      await page.getByLabel('Code', { exact: true }).fill(code!);
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByRole('group', { name: 'Which of your reviews?' }).getByLabel('Good').check();
      await check('choose');
      await page.getByRole('button', { name: 'Go on' }).click();
      assert.equal(await page.getByLabel('Headline').inputValue(), 'Good');
      await check('edit');
    } finally {
      await context.close();
    }
  });
}

/** Previews by the shop's own elements, of a reply and of colours, and saved replies, in a browser with and without a script. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../tools/chromium.ts';
import { saveContent } from '../support/content.ts';
import { password, TestService } from '../support/review-service.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const shop = 'shop.example';
const widgets = join(import.meta.dirname, '../../dist/widgets');

let directory: string;
/** The elements as a proxy gives them out; the preview asks it for nothing else. */
let elements: Server;
const asked: string[] = [];
let service: TestService;
let browser: Browser;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-preview-'));
  elements = createServer(({ url = '' }, answer) => {
    asked.push(url);
    try {
      const file = readFileSync(join(widgets, new URL(url, 'http://x').pathname));
      answer.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }).end(file);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => elements.listen(0, '127.0.0.1', resolve));
  const proxyUrl = `http://127.0.0.1:${(elements.address() as AddressInfo).port}`;
  service = await new TestService({ directory }, { proxyUrl }).start();
  service.token = await service.account(shop);
  await service.withDatabase((db) =>
    saveContent(db, shop, {
      products: [{ id: 1, sku: 'MUG', title: 'Blue mug' }],
      productReviews: [
        { id: 1, product: { sku: 'MUG' }, title: 'Fine', content: 'It holds tea', rating: 5 },
        { id: 2, product: { sku: 'MUG' }, title: 'Held', content: 'It waits', rating: 4, published: 'pending' },
      ],
      reviews: [{ reviewNo: 1, title: 'Quick', content: 'It came the next day' }],
    }),
  );
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
});
after(async () => {
  await browser?.close();
  await service?.stop();
  elements?.close();
  rmSync(directory, { recursive: true, force: true });
});

async function signedIn(
  javaScriptEnabled: boolean,
  work: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled, ...options });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  await page.goto(`${service.url}/console/sign-in`);
  await page.getByLabel('E-mail').fill(`owner@${shop}`);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/inbox/);
  await work(page);
  assert.deepEqual(wrong, []);
  await context.close();
}

const previewOf = (page: Page) => page.frameLocator('iframe[name=preview]');
/** Its frame is loaded anew for what is typed: the words and the stars are looked for at one moment. */
const articleOf = (page: Page, text: string, stars: 'has' | 'hasNot') =>
  previewOf(page)
    .getByRole('article')
    .filter({ has: page.getByText(text, { exact: true }) })
    .filter({ [stars]: page.locator('[part~=stars], .stars') });

test('the preview is the element of the shop, follows what is typed, and asks for nothing but its code', () =>
  signedIn(true, async (page) => {
    for (const [path, said] of [
      ['reviews/1', 'It holds tea'],
      ['shop-reviews/1', 'It came the next day'],
    ] as const) {
      await page.goto(`${service.url}/console/${path}`);
      await page.getByLabel('Public reply of the shop').fill('Thank you');
      await page.getByText('Preview', { exact: true }).click();
      await articleOf(page, 'Thank you', 'has').getByText(said).waitFor();
      await page.getByLabel('Public reply of the shop').fill('Thank you <b>all</b>');
      await articleOf(page, 'Thank you <b>all</b>', 'has').waitFor();
    }
    assert.deepEqual(
      asked.filter((url) => url.includes('/v1/')),
      [],
    );
  }));

test('the preview of a held review has no stars', () =>
  signedIn(true, async (page) => {
    await page.goto(`${service.url}/console/reviews/2`);
    await page.getByLabel('Public reply of the shop').fill('Thank you');
    await page.getByText('Preview', { exact: true }).click();
    await articleOf(page, 'Thank you', 'hasNot').waitFor();
  }));

test('without a script the preview is the plain words, and a saved reply fills the field', () =>
  signedIn(false, async (page) => {
    const reply = page.getByLabel('Public reply of the shop');
    await page.goto(`${service.url}/console/reviews/1`);
    await reply.fill('Dear {name}, thanks');
    await page.getByText('Preview', { exact: true }).click();
    await page.getByRole('button', { name: 'Show these words' }).click();
    await previewOf(page).getByText('Dear {name}, thanks').waitFor();
    await page.getByText('Saved replies').click();
    await page.getByLabel('Save the reply below as').fill('Thanks');
    // Enter saves: it publishes nothing.
    await page.keyboard.press('Enter');
    await page.waitForURL(/saved=/);
    assert.equal(await reply.inputValue(), 'Dear Kim L, thanks');
    await page.goto(`${service.url}/console/shop-reviews/1`);
    await page.getByText('Saved replies').click();
    await page.getByLabel('A saved reply').selectOption('Thanks');
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.waitForURL(/saved=/);
    assert.match(await reply.inputValue(), /^Dear .*, thanks$/);
    assert.equal(await page.getByRole('article').getByText('thanks').count(), 0, 'nobody was replied to');
  }));

test('with a script a saved reply goes where the cursor is, and is a draft', () =>
  signedIn(true, async (page) => {
    const reply = page.getByLabel('Public reply of the shop');
    await page.goto(`${service.url}/console/reviews/1`);
    await reply.fill('Hello! ');
    await page.getByText('Saved replies').click();
    await page.getByLabel('A saved reply').selectOption('Thanks');
    assert.equal(await reply.inputValue(), 'Hello! Dear Kim L, thanks');
    await page.goto(`${service.url}/console/reviews/1`);
    assert.equal(await reply.inputValue(), 'Hello! Dear Kim L, thanks');
    await page.getByText('Saved replies').click();
    await page.getByLabel('A saved reply').selectOption('Thanks');
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.waitForURL(/reviews\/1$/);
    await page.getByText('Saved replies').click();
    assert.equal(await page.getByLabel('A saved reply').count(), 0);
  }));

const LOOK = '/console/settings/look';
const colouredOf = (page: Page, scheme: 'Light' | 'Dark') =>
  page.frameLocator(`iframe[title="Preview, with sample reviews: ${scheme}"]`).locator('html');
/** Elements are loaded once they come into view. */
async function seen(page: Page, scheme: 'Light' | 'Dark'): Promise<Locator> {
  await page.locator(`iframe[title$="${scheme}"]`).scrollIntoViewIfNeeded();
  const article = colouredOf(page, scheme).getByRole('article').first();
  await article.waitFor();
  return article;
}
const untilIs = async (read: () => Promise<unknown>, wanted: unknown) => {
  while ((await read()) !== wanted) await new Promise((resolve) => setTimeout(resolve, 20));
};

test('colours are seen on the elements while they are chosen, and saved by the button alone', { timeout: 60_000 }, () =>
  signedIn(true, async (page) => {
    await page.goto(service.url + LOOK);
    const [light, dark] = [colouredOf(page, 'Light'), colouredOf(page, 'Dark')];
    const background = (root: typeof light) => () =>
      root.evaluate('getComputedStyle(document.body.parentElement).backgroundColor');
    // Nothing is loaded again: the element stays the same one.
    const same = await (await seen(page, 'Light')).elementHandle();
    await page.getByLabel('Background').first().fill('#123456');
    await untilIs(background(light), 'rgb(18, 52, 86)');
    await page.getByText('Text (Light): #23201d is too close').waitFor();
    assert.match((await page.locator('pre').textContent())!, /--plaudit-background: #123456/);
    assert.ok(await same!.isVisible());
    assert.equal(await dark.isVisible(), false);
    await page.getByLabel('My pages have a dark version').check();
    await page.getByLabel('Background').last().fill('#000001');
    await seen(page, 'Dark');
    await untilIs(background(dark), 'rgb(0, 0, 1)');
    await page.goBack();
    assert.match(page.url(), /inbox/, 'colours are no pages to go back to');
    await page.goto(service.url + LOOK);
    await untilIs(background(colouredOf(page, 'Light')), 'rgb(255, 255, 255)');
  }),
);

for (const colorScheme of ['light', 'dark'] as const)
  test(`${colorScheme}: axe finds nothing in the look with its previews, and at 320 px nothing is cut off`, () =>
    signedIn(
      true,
      async (page) => {
        await page.goto(`${service.url}${LOOK}?dark=1&accent=%23ffeeaa`);
        for (const scheme of ['Light', 'Dark'] as const) await seen(page, scheme);
        for (const frame of page.frames()) {
          await frame.evaluate(axe);
          const scrolls = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
          assert.equal(await frame.evaluate(scrolls), false, frame.url());
        }
        const { violations } = await page.evaluate<{ violations: unknown[] }>('axe.run()');
        assert.deepEqual(violations, []);
      },
      { viewport: { width: 320, height: 800 }, colorScheme, bypassCSP: true },
    ));

test('without a script the look says that there is no preview', () =>
  signedIn(false, async (page) => {
    await page.goto(service.url + LOOK);
    await colouredOf(page, 'Light').getByText('With JavaScript, sample reviews are shown here').waitFor();
  }));

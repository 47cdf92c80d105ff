/** The items, lists and inbox of the console in a real browser: by keyboard, without JavaScript, for everybody. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../tools/chromium.ts';
import { atAllSizes } from '../support/all-sizes.ts';
import { saveContent } from '../support/content.ts';
import { password, TestService } from '../support/review-service.ts';

const shop = 'shop.example';
const odd = `ODD/${'9'.repeat(60)}`;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

let directory: string;
let service: TestService;
let browser: Browser;
let reported: number;
let person: number;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-console-'));
  service = await new TestService({ directory }).start();
  service.token = await service.account(shop);
  const word = 'w'.repeat(60);
  await service.withDatabase((db) =>
    saveContent(db, shop, {
      products: [
        { id: 1, sku: 'MUG', title: `Mug ${'with-a-long-name'.repeat(6)}`, product_link: 'https://shop.example/mug' },
        { id: 2, sku: odd },
      ],
      productReviews: Array.from({ length: 60 }, (_, at) => ({
        id: at + 1,
        product: { sku: 'MUG' },
        title: at === 0 ? word : 'Fine',
        content: at === 1 ? 'وصل في اليوم التالي' : `It holds tea, number ${at + 1}`,
        published: at < 5 ? 'pending' : '2026-01-02 00:00:00',
      })),
      reviews: [{ reviewNo: 1, title: 'Quick' }],
      questions: [{ id: 1, content: 'Do you send abroad?' }],
    }),
  );
  const form = {
    sku: 'MUG',
    title: 'Cracked',
    content: `It leaks ${word}`,
    rating: 1,
    first_name: 'Jane',
    order_id: word,
  };
  reported = (await service.ok('addProductReview', shop, { form })).product_review.id;
  person = await service.withDatabase(async (db) => {
    const row = db.selectFrom('product_review').select('author_id').where('id', '=', reported);
    return (await row.executeTakeFirstOrThrow()).author_id!;
  });
  await service.ok('flagProductReview', shop, { form: { review_id: reported, reason: 'other', message: word } });
  await service.ok('addProductQuestion', shop, { form: { sku: 'MUG', content: `Blue? ${word}`, first_name: 'Ada' } });
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
});
after(async () => {
  await browser?.close();
  await service?.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function signedIn<Result>(
  options: BrowserContextOptions,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  await page.goto(`${service.url}/console/sign-in`);
  await page.getByLabel('E-mail').fill(`owner@${shop}`);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const result = await work(page);
  // A page that is answered with 409 is an error to the browser, too.
  const broken = wrong.filter((message) => !message.includes('409'));
  assert.deepEqual(broken, [], 'the content policy allows all that the pages hold');
  await context.close();
  return result;
}

const pages = () => ({
  inbox: '/console/inbox',
  riskiest: '/console/inbox?kind=reported&order=riskiest',
  reviews: '/console/reviews',
  filtered: '/console/reviews?state=published&stars=1',
  none: '/console/reviews?q=nothinglikethis',
  held: '/console/reviews/1?in=inbox',
  reported: `/console/reviews/${reported}`,
  'of the shop': '/console/shop-reviews/1',
  privacy: '/console/settings/privacy?q=nobody',
  people: '/console/settings/privacy?q=Jane',
  person: `/console/people/${person}`,
  questions: '/console/questions',
  products: '/console/products?state=unanswered&order=lowest',
  product: '/console/products/MUG',
  'product that is unanswered': `/console/products/${encodeURIComponent(odd)}`,
  question: '/console/questions/1',
  'about the shop': '/console/shop-questions/1',
});

test('every page is for everybody and fits 320 to 1440 pixels, light and dark', async () => {
  await signedIn({ bypassCSP: true }, async (page) => {
    for (const [name, path] of Object.entries(pages())) {
      await page.goto(service.url + path);
      await page.evaluate(`for (const one of document.querySelectorAll('.acts details')) one.open = true`);
      await page.evaluate(axe);
      await atAllSizes(page, [320, 768, 1440], async (where) => {
        const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        assert.ok(beyond <= 0, `${name} is ${beyond} pixels too wide at ${where}`);
        const found = await page.evaluate<string[]>(`axe.run(document, { runOnly: ${JSON.stringify(standards)} })
          .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target)))`);
        assert.deepEqual(found, [], `${name} at ${where}`);
      });
    }
  });
});

test('by keyboard alone, a held review is published from the inbox, and taken back', async () => {
  await signedIn({ javaScriptEnabled: false }, async (page) => {
    await page.goto(`${service.url}/console/inbox?kind=held`);
    const first = page.getByRole('main').getByRole('listitem').getByRole('link').nth(5);
    await tabTo(page, first);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/reviews\/\d+\?in=inbox/);
    const opened = new URL(page.url()).pathname;
    await tabTo(page, page.getByRole('button', { name: 'Publish' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/done=/);
    assert.notEqual(new URL(page.url()).pathname, opened, 'the next of the inbox comes');
    assert.match(await page.getByRole('status').innerText(), /Published\./);
    await tabTo(page, page.getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/undone=1/);
    await page.goto(service.url + opened);
    assert.equal(await page.getByRole('button', { name: 'Publish' }).count(), 1, 'it is held again');
  });
});

test('two people decide on the same review: the second is told, and loses no word', async () => {
  await signedIn({ javaScriptEnabled: false }, async (page) => {
    await page.goto(`${service.url}/console/reviews/7`);
    await signedIn({ javaScriptEnabled: false }, async (other) => {
      await other.goto(`${service.url}/console/reviews/7`);
      await other.getByLabel('Public reply of the shop').fill('The first word');
      await other.getByRole('button', { name: 'Reply' }).click();
      await other.waitForURL(/done=/);
    });
    await page.getByLabel('Public reply of the shop').fill('The second word');
    await page.getByRole('button', { name: 'Reply' }).click();
    assert.match(await page.getByRole('alert').innerText(), /changed meanwhile: the reply/);
    assert.equal(await page.getByLabel('Public reply of the shop').inputValue(), 'The second word');
    assert.match(await page.getByRole('article').innerText(), /The first word/);
    await page.getByRole('button', { name: 'Reply' }).click();
    await page.waitForURL(/done=/);
    assert.match(await page.getByRole('article').innerText(), /The second word/);
  });
});

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
  }
  assert.fail('the keyboard does not get there');
}

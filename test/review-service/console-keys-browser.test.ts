/** Keys, drafts, the place in a list and the count in the title, in a real browser; and that none of it is needed. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../tools/chromium.ts';
import { saveContent } from '../support/content.ts';
import { password, TestService } from '../support/review-service.ts';

const shop = 'shop.example';

let directory: string;
let service: TestService;
let browser: Browser;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-keys-'));
  service = await new TestService({ directory }).start();
  service.token = await service.account(shop);
  await service.withDatabase((db) =>
    saveContent(db, shop, {
      products: [{ id: 1, sku: 'MUG', title: 'Blue mug' }],
      productReviews: Array.from({ length: 60 }, (_, at) => ({
        id: at + 1,
        product: { sku: 'MUG' },
        title: `Number ${at + 1}`,
        content: 'It holds tea',
        published: at < 12 ? 'pending' : '2026-01-02 00:00:00',
        createdRFC: `2026-01-01T00:00:${String(at).padStart(2, '0')}+00:00`,
      })),
    }),
  );
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
});
after(async () => {
  await browser?.close();
  await service?.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function signedIn(work: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) wrong.push(message.text());
  });
  // A transition that comes too late is the browser’s own affair.
  page.on('pageerror', ({ message }) => message.startsWith('Transition') || wrong.push(message));
  await page.goto(`${service.url}/console/sign-in`);
  await page.getByLabel('E-mail').fill(`owner@${shop}`);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/inbox/);
  await work(page);
  assert.deepEqual(wrong, []);
  await context.close();
}

const open = (page: Page, path: string) => page.goto(`${service.url}/console${path}`);
const at = (page: Page) => new URL(page.url()).pathname;
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()');
const titled = (page: Page, title: RegExp) => page.waitForFunction(`${title.toString()}.test(document.title)`);

test('by keys alone: a row is chosen and opened, published, taken back, hidden, and put off', () =>
  signedIn(async (page) => {
    await titled(page, /^\(12\) Inbox/);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    assert.match(await focused(page), /^Number 2/);
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.waitForURL(/reviews\/1\?in=inbox/);
    await page.keyboard.press('j');
    await page.waitForURL(/reviews\/2\?in=inbox/);
    await page.keyboard.press('k');
    await page.waitForURL(/reviews\/1\?in=inbox/);
    await page.keyboard.press('p');
    await page.waitForURL(/reviews\/2\?in=inbox&done=/);
    await titled(page, /^\(11\) /);
    assert.equal(await focused(page), await page.locator('h1').textContent(), 'the focus is at the heading');
    await page.keyboard.press('u');
    await page.waitForURL(/undone=1/);
    await titled(page, /^\(12\) /);
    await page.keyboard.press('h');
    assert.equal(await page.evaluate('document.activeElement.id'), 'reason');
    await page.keyboard.press('p');
    await page.getByLabel('Reason', { exact: true }).first().selectOption('spam');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/reviews\/3\?in=inbox&done=/);
    await page.keyboard.press('l');
    await page.waitForURL(/reviews\/4\?in=inbox&done=/);
    await titled(page, /^\(10\) /);
  }));

test('keys are nothing with modifiers, in fields and in dialogs, and can be switched off', () =>
  signedIn(async (page) => {
    await open(page, '/reviews/20');
    await page.keyboard.press('r');
    const reply = page.getByLabel('Public reply of the shop');
    await page.keyboard.type('jump? p');
    assert.equal(await reply.inputValue(), 'jump? p');
    await reply.fill('');
    await page.getByRole('heading', { level: 1 }).focus();
    for (const held of ['Control', 'Alt', 'Meta', 'Shift'])
      await page.keyboard.press(`${held}+r`.replace('Control+r', 'Control+h'));
    assert.equal(at(page), '/console/reviews/20');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.waitFor();
    await page.keyboard.press('r');
    assert.equal(await help.isVisible(), true);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    await open(page, '/reviews');
    await page.keyboard.press('/');
    assert.equal(await page.evaluate('document.activeElement.id'), 'q');
    await open(page, '/settings/sign-in');
    await page.getByLabel('Keys do what buttons do').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await open(page, '/reviews');
    await page.keyboard.press('/');
    await page.keyboard.press('j');
    assert.notEqual(await page.evaluate('document.activeElement.id'), 'q');
    await open(page, '/settings/sign-in');
    await page.getByLabel('Keys do what buttons do').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
  }));

test('a draft stays in the tab until it is sent, through a refusal and another sign-in', () =>
  signedIn(async (page) => {
    const reply = () => page.getByLabel('Public reply of the shop');
    await open(page, '/reviews/21');
    await reply().fill('Thank you, and');
    await open(page, '/reviews/22');
    assert.equal(await reply().inputValue(), '', 'it is of one review');
    await open(page, '/reviews/21');
    assert.equal(await reply().inputValue(), 'Thank you, and');
    await service.ok('flagProductReview', shop, { form: { review_id: 21, reason: 'other', message: 'See' } });
    await page.getByRole('button', { name: 'Reply' }).click();
    await page.getByRole('alert').waitFor();
    await page.context().clearCookies();
    await open(page, '/reviews/21');
    await page.getByLabel('E-mail').fill(`owner@${shop}`);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/reviews\/21/);
    assert.equal(await reply().inputValue(), 'Thank you, and');
    await reply().fill('Thank you, and come again');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('status').getByText('Replied.').waitFor();
    await reply().fill('');
    await open(page, '/reviews/21');
    assert.equal(await reply().inputValue(), '', 'that it is to be taken away is a draft, too');
    await reply().fill('Thank you, and come again');
    assert.deepEqual(await page.evaluate(`Object.keys(sessionStorage).filter((key) => key.startsWith('draft'))`), []);
  }));

test('a list is found again at the row that was left, and where it was scrolled to', () =>
  signedIn(async (page) => {
    await open(page, '/reviews');
    const row = page.locator('.row a').nth(40);
    await row.scrollIntoViewIfNeeded();
    const text = await row.textContent();
    const before = await page.evaluate<number>('scrollY');
    assert.ok(before > 0);
    await row.click();
    await page.waitForURL(/reviews\/\d+$/);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Reviews' }).click();
    await page.waitForURL(/reviews$/);
    await page.waitForFunction(`document.activeElement.textContent === ${JSON.stringify(text)}`);
    assert.equal(await page.evaluate<number>('scrollY'), before);
  }));

test('without a script, and on a screen to touch, no page speaks of keys', async () => {
  await signedIn(
    async (page) => {
      await open(page, '/reviews/30');
      assert.equal(await page.locator('kbd:visible, .keys:visible').count(), 0);
    },
    { javaScriptEnabled: false },
  );
  await signedIn(
    async (page) => {
      await open(page, '/reviews/30');
      assert.equal(await page.locator('kbd:visible, .keys:visible').count(), 0);
    },
    { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } },
  );
});

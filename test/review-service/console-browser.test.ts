/** The frame of the console and the way in, in a real browser: by keyboard, on small and large screens, in light and dark. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { findAccount } from '../../review-service/people/accounts/accounts.ts';
import { keepRefused } from '../../review-service/content/refused-writes.ts';
import { requireBusiness } from '../../review-service/data/require-business.ts';
import { keepItemLinks, openItemLink } from '../../review-service/people/item-links.ts';
import { invite } from '../../review-service/people/team/invitations.ts';
import { chromiumArgs, chromiumPath } from '../../tools/chromium.ts';
import { atAllSizes } from '../support/all-sizes.ts';
import { addOwner, password, TestService } from '../support/review-service.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const email = 'owner@a.example';

let directory: string;
let service: TestService;
let browser: Browser;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-console-'));
  service = await new TestService({ directory }).start();
  service.token = await service.account('a.example');
  const product = { sku: 'MUG-1', title: 'Blue mug', product_link: `https://a.example/${'mug'.repeat(30)}` };
  await service.ok('addProduct', 'a.example', { form: product });
  const request = { order_id: '1', order_date: '2026-11-03', product_skus: 'MUG-1', first_name: 'Jane' };
  for (const customer of ['jane', 'long'.repeat(15)])
    await service.ok('addProductReviewRequest', 'a.example', {
      form: { ...request, email: `${customer}@customers.example` },
    });
  await service.withDatabase((db) => addOwner(db, { business: `${'a-very-long-name'.repeat(3)}.example`, email }));
  const form = { sku: 'MUG-1', title: 'Heavy', content: 'It is heavy', rating: 4, first_name: 'Jane' };
  const { product_review: review } = await service.ok('addProductReview', 'a.example', { form });
  await service.withDatabase(async (db) => {
    const { id: businessId } = await requireBusiness(db, 'a.example');
    const { id: actor } = (await findAccount(db, email))!;
    const made = { businessId, role: 'moderator', actor, now: service.clock.now } as const;
    closed.push(`/console/invitation/${await invite(db, { ...made, email: `${'long'.repeat(15)}@a.example` })}`);
    await addOwner(db, { business: 'b.example', email: 'known@b.example' });
    closed.push(`/console/invitation/${await invite(db, { ...made, email: 'known@b.example' })}`);
    open.push(`/console/settings/team/${actor}`);
    await addOwner(db, { business: 'a.example', email: `${'long'.repeat(15)}@b.example` });
    const link = { accountId: actor, businessId, about: { subject: 'product review', number: review.id } } as const;
    const links = ['mailed', 'used', 'pressed'].map((token) => ({ token, ...link }));
    await keepItemLinks(db, links, service.clock.now);
    await openItemLink(db, 'used', service.clock.now);
    const fields = { sku: 'NONE'.repeat(20), title: 'Chipped', content: 'long'.repeat(60), first_name: 'Jane' };
    const write = { operation: 'addProductReview', key: 'one', person: null, code: 401 } as const;
    await keepRefused(db, { businessId, ...write, fields, now: service.clock.now });
  });
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
});
after(async () => {
  await browser?.close();
  await service?.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function withPage(options: BrowserContextOptions, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/i.test(message.text())) refused.push(message.text());
    });
    await work(page);
    assert.deepEqual(refused, [], 'the policy refuses nothing of our own');
  } finally {
    await context.close();
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${service.url}/console`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Account' }).waitFor();
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()');

test('by keyboard alone somebody signs in, reads the heading first, skips to the content and signs out', () =>
  withPage({ javaScriptEnabled: true }, async (page) => {
    await page.goto(`${service.url}/console`);
    assert.equal(await focused(page), 'Sign in');
    await page.keyboard.press('Tab');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Account' }).waitFor();
    assert.equal(await focused(page), await page.locator('h1').textContent(), 'focus is at the heading');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    await skip.focus();
    assert.ok((await skip.boundingBox())!.width > 50, 'seen once it has the focus');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('document.activeElement.id'), 'content');
    await page.getByRole('button', { name: 'Account' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(email).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(email).first().waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Sign out');
    await page.keyboard.press('Enter');
    await page.getByText('You are signed out').waitFor();
  }));

test('the link of a mail opens its one thing by the keyboard alone, and works once', () =>
  withPage({}, async (page) => {
    const link = `${service.url}/console/open/pressed`;
    await page.goto(link);
    assert.equal(await focused(page), await page.locator('h1').textContent(), 'focus is at the heading');
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Open');
    await page.keyboard.press('Enter');
    await page.getByText('It is heavy').waitFor();
    await page.goto(link);
    assert.equal(await page.getByRole('button', { name: 'Open' }).count(), 0);
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
  }));

test('without JavaScript the menu opens on a small screen, the shop is chosen and a browser is signed out', () =>
  withPage({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } }, async (page) => {
    await signIn(page);
    const settings = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' });
    assert.equal(await settings.isVisible(), false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await settings.click();
    await page.getByRole('link', { name: 'Sign-in' }).first().click();
    await page.getByRole('heading', { name: 'Sign-in' }).waitFor();
    await page.getByRole('button', { name: 'Shops' }).click();
    await page.getByRole('button', { name: /^a-very-long-name/ }).click();
    await page.locator('bdi.name', { hasText: 'a-very-long-name' }).waitFor();
    await page.goto(`${service.url}/console/settings/sign-in`);
    await page
      .getByRole('button', { name: /^Sign out Chrome/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  }));

test('colours that nobody could read are named, and one button takes the nearest that can be read', () =>
  withPage({}, async (page) => {
    await signIn(page);
    await page.goto(`${service.url}/console/settings/look`);
    await page.getByLabel('Text').first().fill('#aaaaaa');
    await page.getByLabel('Stars').first().fill('#ffff00');
    await page.getByRole('button', { name: 'Save' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'WCAG' });
    await alert.getByText('Text (Light): #aaaaaa is too close').waitFor();
    await page.getByRole('button', { name: 'Use the nearest that pass' }).click();
    await alert.waitFor({ state: 'detached' });
    assert.notEqual(await page.getByLabel('Text').first().inputValue(), '#aaaaaa');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. Mails and pages have these colours').waitFor();
    assert.match((await page.locator('pre').textContent())!, /--plaudit-star-color: #9/);
    await page.getByRole('button', { name: 'Copy' }).waitFor();
  }));

const closed = [
  '/console/sign-in',
  '/console/password',
  '/console/password/none',
  '/console/invitation/none',
  '/console/open/mailed',
  '/console/open/used',
  '/console/open/none',
];
const open = [
  '/console/settings/team',
  '/console/settings/who-did-what',
  '/console/settings/shop',
  '/console/settings/websites',
  '/console/settings/snippet',
  '/console/settings/look?accent=%23ffeeaa&dark=1',
  '/console/settings/catalogue',
  '/console/settings/sign-in',
  '/console/settings/sign-in/codes',
  '/console/settings/holding',
  '/console/settings/mails',
  '/console/requests',
  '/console/requests?done=asked&count=1&at=1&state=written',
  '/console/requests/new',
  '/console/requests/mail?language=ar',
  '/console/requests/qr?sku=MUG-1',
  '/console/insights',
  '/console/settings/policy',
  '/console/settings/risk-sheet',
  '/policy/a.example',
  '/console/import',
  '/console/inbox?kind=refused',
  '/console/refused/1',
  '/console/nothing-here',
];
const orders = `email,order_id,order_date,product_skus
${'long'.repeat(15)}@customers.example,2,2026-11-03,MUG-1
x@customers.example,3,2026-11-03,${'NONE'.repeat(20)}
`;
const rows = `Stars,Words\n5,${'long'.repeat(30)}\n`;

const narrow = [320, 360, 768];

test('from 320 to 1440 px, light and dark, nothing is cut off, and axe finds nothing', () =>
  withPage({ bypassCSP: true }, async (page) => {
    const look = async (path: string) => {
      await page.goto(service.url + path);
      await check(page, path);
    };
    for (const path of closed) await look(path);
    await signIn(page);
    for (const path of open) await look(path);
    await page.goto(`${service.url}/console/requests/new`);
    const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(orders) };
    await page.getByLabel('Drop or choose a file').setInputFiles(file);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: 'Ask 1 customer' }).waitFor();
    await check(page, 'a file that was checked');
    await page.goto(`${service.url}/console/import`);
    const reviews = { name: `${'long'.repeat(20)}.csv`, mimeType: 'text/csv', buffer: Buffer.from(rows) };
    await page.getByLabel('Drop or choose a file').setInputFiles(reviews);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: 'Remove the file' }).waitFor();
    await page.goto(`${service.url}/console/import/file`);
    const isWaiting = async () => (await page.locator('progress').count()) > 0;
    while (await isWaiting()) await page.getByRole('link', { name: 'Look again' }).click();
    await check(page, 'a file of reviews');
    await page.getByRole('button', { name: 'Account' }).click();
    await check(page, 'the account');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 768, height: 900 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await check(page, 'the menu', narrow);
  }));

/** In the page, as text: this file has no types of the DOM. */
const measure = `(async () => {
  const seen = [...document.querySelectorAll('button, a.button, input:not([type=hidden])')];
  const low = seen.filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 24);
  const { violations } = await axe.run();
  const root = document.documentElement;
  return {
    scrolls: root.scrollWidth > root.clientWidth,
    low: low.map((one) => one.outerHTML),
    violations: violations.map(({ id, nodes }) => id + ': ' + JSON.stringify(nodes).slice(0, 400)),
  };
})()`;

async function check(page: Page, what: string, widths = [...narrow, 1440]): Promise<void> {
  await page.evaluate(axe);
  await atAllSizes(page, widths, async (where) =>
    assert.deepEqual(await page.evaluate(measure), { scrolls: false, low: [], violations: [] }, `${what} at ${where}`),
  );
}

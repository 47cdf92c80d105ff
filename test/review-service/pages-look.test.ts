/** The pages in the look and the language of the shop, in a real browser, under their own policy. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { changeLogo, changeLook } from '../../review-service/letters/look/by-command.ts';
import { chromiumArgs, chromiumPath } from '../../tools/chromium.ts';
import { noisyPhoto, png } from '../support/pictures.ts';
import { TestService } from '../support/review-service.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const shop = 'a.example';

let directory: string;
let service: TestService;
let browser: Browser;
let write: string;
let products: string;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-look-'));
  service = await new TestService({ directory }).start();
  service.token = await service.account(shop);
  for (const sku of ['S-1', 'S-2']) await service.ok('addProduct', shop, { form: { sku, title: `Mug ${sku}` } });
  const logo = await png();
  await service.withDatabase(async (db) => {
    await changeLook(db, shop, { accent: '#ffcc00', background: '#102a6b', font: 'Georgia', locale: 'pl' });
    await changeLogo(db, shop, logo);
  });
  write = (await service.ok('getWriteLink', shop)).url;
  const form = { email: 'jane@x.example', order_id: 'A-1', order_date: '2026-11-03', return_link: 1 };
  products = (await service.ok('addProductReviewRequest', shop, { form: { ...form, product_skus: 'S-1,S-2' } })).link!;
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
});
after(async () => {
  await browser?.close();
  await service?.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function onPage<Result>(
  address: string,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, locale: 'en', ...options });
  try {
    const page = await context.newPage();
    const refused: string[] = [];
    page.on(
      'console',
      (message) => void (/Content Security Policy/.test(message.text()) && refused.push(message.text())),
    );
    await page.goto(address);
    const result = await work(page);
    assert.deepEqual(refused, [], 'the policy of the page refuses nothing');
    return result;
  } finally {
    await context.close();
  }
}

const styleOf = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => {
      const { defaultView } = element.ownerDocument;
      return defaultView!.getComputedStyle(element).getPropertyValue(name);
    }, property);

test('logo, colours and font are those of the shop', () =>
  onPage(write, {}, async (page) => {
    assert.equal(
      await page.locator('header img').evaluate((image: { naturalWidth: number }) => image.naturalWidth > 0),
      true,
    );
    assert.equal(await styleOf(page, 'body', 'background-color'), 'rgb(16, 42, 107)');
    assert.equal(await styleOf(page, '.send button', 'background-color'), 'rgb(255, 204, 0)');
    assert.equal(await styleOf(page, '.send button', 'color'), 'rgb(0, 0, 0)');
    assert.match(await styleOf(page, 'textarea', 'font-family'), /^Georgia, /);
  }));

test('a link names the language, before the browser; it stays through mistakes and to the thanks', async () => {
  const languageAt = (address: string, locale: string) =>
    onPage(address, { locale }, (page) =>
      page.locator('html').evaluate(({ lang, dir }: { lang: string; dir: string }) => `${lang} ${dir}`),
    );
  assert.equal(await languageAt(`${write}?lang=ja`, 'de'), 'ja ltr');
  assert.equal(await languageAt(`${write}?locale=ar-EG`, 'de'), 'ar rtl');
  assert.equal(await languageAt(`${write}?lang=xx`, 'de'), 'de ltr');
  assert.equal(await languageAt(write, 'fi'), 'pl ltr');
  await onPage(`${write}?lang=ar`, { javaScriptEnabled: false }, async (page) => {
    await page.locator('.send button').click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'ar');
    await page.locator('label:has(#rating-5)').click();
    for (const [id, text] of [
      ['title', 'جيد'],
      ['content', 'كل شيء جيد'],
      ['name', 'ليلى'],
      ['email', 'layla@x.example'],
    ])
      await page.locator(`#${id}`).fill(text!);
    await page.locator('.send button').click();
    await page.waitForURL(/\/thanks\?lang=ar$/);
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
  });
});

test('photos are shown as soon as they are chosen, and one that is none by its name', () =>
  onPage(write, {}, async (page) => {
    const files = [
      { name: 'mug.png', mimeType: 'image/png', buffer: await png() },
      { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('none') },
    ];
    await page.locator('input[type=file]').setInputFiles(files);
    await page.getByRole('img', { name: 'mug.png' }).waitFor();
    await page.locator('.previews li', { hasText: 'broken.png' }).waitFor();
    await page.locator('input[type=file]').setInputFiles(files.slice(0, 1));
    await page.locator('.previews li', { hasText: 'broken.png' }).waitFor({ state: 'detached' });
    assert.equal(await page.locator('.previews li').count(), 1);
  }));

test('a photo that is larger than the service takes goes in smaller, as from the elements', async () => {
  const buffer = await noisyPhoto(4_500);
  assert.ok(buffer.length > 10 * 1024 * 1024);
  await onPage(`${write}?rating=4&lang=en`, {}, async (page) => {
    await page.locator('input[type=file]').setInputFiles({ name: 'mug.jpg', mimeType: 'image/jpeg', buffer });
    const fields = { title: 'Large', content: 'A large photo of a mug.', name: 'Ann', email: 'ann@x.example' };
    for (const [id, text] of Object.entries(fields)) await page.locator(`#${id}`).fill(text);
    await page.locator('.send button').click();
    await page.waitForURL(/\/thanks/);
  });
  const [review] = (await service.ok('listReviews', shop, { query: { unpublished: 1 } })) as unknown as [
    { title: string; images: unknown[] },
  ];
  assert.deepEqual([review.title, review.images.length], ['Large', 1]);
});

for (const javaScriptEnabled of [true, false]) {
  test(`a rating has its word beside it and can be cleared, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () =>
    onPage(`${write}?rating=4&lang=en`, { javaScriptEnabled }, async (page) => {
      const fills = () =>
        page
          .locator('fieldset')
          .first()
          .locator('label svg')
          .evaluateAll((stars) =>
            stars.map((star) => star.ownerDocument.defaultView!.getComputedStyle(star).fill !== 'none'),
          );
      const rating = page.locator('fieldset').first();
      assert.equal(await rating.locator('.said-4').isVisible(), true);
      assert.deepEqual(await fills(), [true, true, true, true, false]);
      await rating.getByRole('radio', { name: /^5 stars/ }).check();
      await page.locator('h1').hover();
      assert.deepEqual(
        [await rating.locator('.said-4').isVisible(), await rating.locator('.said-5').isVisible()],
        [false, true],
      );
      await rating.getByRole('radio', { name: 'Clear (Not rated)' }).check();
      await page.locator('h1').hover();
      assert.deepEqual(await fills(), [false, false, false, false, false]);
      assert.equal(await rating.locator('.said').innerText(), '');
    }));
}

test('the link of a product chooses its stars, and unfolds its fields', () =>
  onPage(`${products}?sku=S-2&rating=2&lang=en`, { javaScriptEnabled: false }, async (page) => {
    assert.equal(await page.locator('.product').count(), 1);
    assert.equal(await page.getByRole('radio', { name: /^2 stars/ }).isChecked(), true);
    assert.equal(await page.getByLabel('Headline').isVisible(), true);
  }));

test('fingers get targets of 44 pixels', () =>
  onPage(`${write}?rating=3&lang=en`, { hasTouch: true, isMobile: true }, async (page) => {
    await page.locator('summary').click();
    const small = await page
      .locator('.stars label, button, summary, input:not([type=radio]), textarea')
      .evaluateAll((targets) =>
        targets
          .filter((target) => !target.closest('.trap') && target.getClientRects().length > 0)
          .map((target) => ({ html: target.outerHTML.slice(0, 90), box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 1 && Math.min(box.width, box.height) < 44)
          .map(({ html, box }) => `${box.width}x${box.height} ${html}`),
      );
    assert.deepEqual(small, []);
  }));

test('in forced colours, chosen stars are told from others', () =>
  onPage(`${write}?rating=3`, { forcedColors: 'active' }, async (page) => {
    const fill = (star: number) => styleOf(page, `label:has(#rating-${star}) svg`, 'fill');
    assert.equal(await fill(4), 'none');
    assert.notEqual(await fill(3), 'none');
  }));

for (const [what, width, deviceScaleFactor] of [
  ['a phone of 320 pixels', 320, 1],
  // What a window of 1280 pixels has left.
  ['four times the size', 320, 4],
  ['twice the size', 640, 2],
] as const)
  for (const language of ['en', 'de', 'ar', 'ja'])
    test(`${language} fits ${what}, and passes axe by day and by night`, async () => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const address of [`${write}?rating=5&lang=${language}`, `${products}?lang=${language}`]) {
          // axe runs in the page, whose own policy forbids every other script.
          const options = { viewport: { width, height: 700 }, deviceScaleFactor, colorScheme, bypassCSP: true };
          await onPage(address, options, async (page) => {
            await page.addScriptTag({ content: axe });
            const { violations } = (await page.evaluate('axe.run()')) as {
              violations: { id: string; nodes: { html: string }[] }[];
            };
            assert.deepEqual(
              violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`),
              [],
            );
            const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
            assert.equal(await page.evaluate(excess), 0, 'it scrolls sideways');
            await page.evaluate('document.documentElement.style.fontSize = "200%"');
            assert.equal(await page.evaluate(excess), 0, 'it scrolls sideways with text twice as large');
          });
        }
    });

test('a link that has expired says so in the look and language of the shop; an unknown one tells nothing', async () => {
  service.clock.advance(31 * 86_400_000);
  const expired = await fetch(write);
  assert.equal(expired.status, 410);
  assert.match(await expired.text(), /<html lang="pl"[\s\S]*--ground: #102a6b;[\s\S]*<img class="logo"/);
  const unknown = await fetch(`${write}x`);
  assert.equal(unknown.status, 404);
  assert.doesNotMatch(await unknown.text(), /<img|#102a6b|a\.example/);
});

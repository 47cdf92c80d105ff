/** A page that was opened before an upgrade goes on with the code of its build, which the new program answers. */
import { cpSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { presentProgram } from '../support/present-program.ts';
import { freePort } from '../support/ports.ts';
import { RunningProgram } from '../support/running-program.ts';
import { rooms } from '../support/rooms.ts';
import { test as elsewhereTest } from './support/elsewhere.ts';
import { loader, shop } from './support/every-element.ts';
import { expect } from './support/shop.ts';

const root = join(import.meta.dirname, '..', '..');
/** The parts of the program, besides those that are built. */
const parts = [...rooms.filter((room) => room !== 'src' && room !== 'demo'), 'package.json'];

/** A word of every star line, and what the next version says instead. */
const word = 'out of 5 stars';
const laterWord = 'of five stars';
/** What the names of chunks of the next version end with, in place of the hash of what is in them. */
const LATER = '-1a7e1a7e.js';

/** The next version: the same program with a build in which one text, and so the name of every chunk, is another. */
function makeLater(place: string): string {
  for (const part of parts) cpSync(join(root, part), join(place, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  cpSync(join(root, 'dist'), join(place, 'dist'), { recursive: true });
  const widgets = join(place, 'dist', 'widgets');
  const assets = readdirSync(join(widgets, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name, name.replace(/-[\w-]{8}\.js$/, LATER)] as const);
  for (const name of readdirSync(widgets, { recursive: true, encoding: 'utf8' })) {
    const file = join(widgets, name);
    // Without them, the program compresses by itself.
    if (/\.(?:br|gz)$/.test(name)) rmSync(file);
    if (!/\.js(?:on)?$/.test(name)) continue;
    const text = readFileSync(file, 'utf8');
    const changed = text.replaceAll(word, laterWord);
    writeFileSync(
      file,
      assets.reduce((all, [name, later]) => all.replaceAll(name, later), changed),
    );
  }
  for (const [name, later] of assets) renameSync(join(widgets, 'assets', name), join(widgets, 'assets', later));
  return join(place, 'cli', 'plaudit.js');
}

interface Upgrading {
  /** Address of the proxy, the same before and after. */
  readonly proxy: string;
  upgrade(): Promise<void>;
}

const test = elsewhereTest.extend<{ upgrading: Upgrading }>({
  async upgrading({ elsewhere }, use) {
    const place = await mkdtemp(join(tmpdir(), 'plaudit-upgraded-'));
    const service = new URL(process.env['PLAUDIT_SHOP_URL']!);
    service.port = String(Number(service.port) + 1);
    const [port, data, upstream] = [await freePort(), join(place, 'data'), `${service.origin}/v1`];
    const args = ['proxy', '--port', String(port), '--upstream', upstream, '--business', 'demo-store.example'];
    const env = {
      PLAUDIT_CLIENT_TOKEN: 'demo-client',
      PLAUDIT_EMAIL: 'owner@demo-store.example',
      PLAUDIT_PASSWORD: 'demo-password',
      PLAUDIT_ORIGINS: elsewhere.origin,
    };
    const start = (program: string) => RunningProgram.start([...args, '--data', data], env, program);
    const later = makeLater(join(place, 'later'));
    let running = await start(presentProgram);
    await use({
      proxy: running.url,
      async upgrade() {
        await running.stop();
        running = await start(later);
      },
    });
    await running.stop();
    await rm(place, { recursive: true, force: true });
  },
});

/** Notes which chunks a page is answered by the network, and not from what the browser kept. */
function noteChunks(page: Page): string[] {
  const chunks: string[] = [];
  page.on('requestfinished', (request: Request) => {
    const [, chunk] = /\/assets\/(.*)$/.exec(request.url()) ?? [];
    if (chunk) chunks.push(chunk);
  });
  return chunks;
}

const far = '<div style="height: 6000px"></div>';
const body = `<plaudit-stars sku="DEMO-001">Stars</plaudit-stars>
<plaudit-product-reviews sku="DEMO-001">Reviews</plaudit-product-reviews>${far}
<plaudit-review-form sku="DEMO-001">Form</plaudit-review-form>`;

test('an open page and a browser with the earlier loader load the rest of their build from the new program', async ({
  page,
  browser,
  elsewhere,
  upgrading: { proxy, upgrade },
}) => {
  const url = elsewhere.put('/upgraded', { html: shop(loader(proxy), body) });
  await page.goto(url);
  const stars = (name: string, on = page) => on.locator('plaudit-stars').getByRole('img', { name });
  await expect(stars(word)).toBeVisible();
  const reviews = page.locator('plaudit-product-reviews');
  await expect(reviews.getByRole('article').first()).toBeVisible();
  const photo = reviews.getByRole('article').locator('button img').first();
  await expect(photo).toBeVisible();

  await upgrade();
  const chunks = noteChunks(page);
  await photo.click();
  await expect(page.getByRole('dialog', { name: 'Customer photos' })).toContainText(/Photo 1 of/);
  await page.keyboard.press('Escape');
  const form = page.locator('plaudit-review-form');
  await form.scrollIntoViewIfNeeded();
  await form.getByRole('radio', { name: '5 stars' }).check({ force: true });
  await form.getByRole('button', { name: 'Send review' }).click();
  await expect(form.getByRole('textbox', { name: /^Your review/ })).toHaveAttribute('aria-invalid', 'true');
  for (const name of [/^lightbox-/, /^review-form-/]) expect(chunks).toContainEqual(expect.stringMatching(name));
  expect(chunks.filter((chunk) => chunk.endsWith(LATER))).toEqual([]);

  // The next page finds the loader in the browser's cache, and has elements whose code is not there.
  const next = elsewhere.put('/next', {
    html: shop(loader(proxy), '<plaudit-questions>Questions</plaudit-questions>'),
  });
  await page.goto(next);
  await expect(page.locator('plaudit-questions').getByRole('heading').first()).toBeVisible();
  expect(chunks).toContainEqual(expect.stringMatching(/^questions-(?!1a7e1a7e)/));

  const newcomer = await browser.newPage();
  await newcomer.goto(url);
  await expect(stars(laterWord, newcomer)).toBeVisible();
  await newcomer.close();
});

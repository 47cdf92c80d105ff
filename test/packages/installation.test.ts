/**
 * The whole way of somebody who has nothing yet, in a browser: install the packed file in an empty folder, start it, set
 * a shop up with the keyboard alone, paste the snippet, write a review with a photo, and find it after a restart.
 * Pictures of each step of the set-up are left in test-results/set-up.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import type { Browser, FileChooser, Locator, Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../tools/chromium.ts';
import { isLong } from '../support/length.ts';
import { emptyFolder, install, pack, root } from '../support/packed.ts';
import { phonePhoto } from '../support/pictures.ts';
import { freePort } from '../support/ports.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = join(root, 'test-results', 'set-up');
/** Milliseconds for what a person would wait for. */
const PATIENCE = 120_000;
const MOST_TABS = 60;

let folder: string;
let browser: Browser;
const running = new Set<ChildProcess>();
const skip = isLong ? false : 'takes a browser and an installation: npm run test:packages';

before(async () => {
  if (!isLong) return;
  const { chromium } = await import('@playwright/test');
  folder = emptyFolder();
  mkdirSync(pictures, { recursive: true });
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
});
after(async () => {
  await browser?.close();
  for (const child of running) process.kill(-child.pid!, 'SIGKILL');
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** The Node that runs this, under the command that the README tells. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PLAUDIT_|npm_)/i.test(name))),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
};

interface Started {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
}

/** @returns what it printed until it was ready. */
async function startByNpx(port: number): Promise<Started> {
  const args = ['plaudit', 'start', '--port', String(port), '--data', './data'];
  const child = spawn('npx', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  running.add(child);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith('Plaudit is ready: ')) return { child, lines };
  }
  throw new Error(`It ended before it was ready: ${lines.join('\n')}`);
}

/** As Ctrl-C in a terminal. */
async function stop({ child }: Started): Promise<void> {
  const gone = once(child, 'exit');
  process.kill(-child.pid!, 'SIGINT');
  await gone;
  running.delete(child);
}

/** Goes on with the Tab key, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
  }
  assert.fail(`The Tab key does not lead to ${String(target)}`);
}

async function type(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** No fault that axe can see, and nothing beside the window, on small and large screens, in light and dark. */
async function examine(page: Page, step: string): Promise<void> {
  await page.addScriptTag({ content: axe });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      const look = `${step}-${width}-${colorScheme}`;
      await page.screenshot({ path: join(pictures, `${look}.png`), fullPage: true });
      const { violations } = (await page.evaluate('axe.run()')) as {
        violations: { id: string; nodes: { html: string }[] }[];
      };
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`),
        [],
        look,
      );
      const beside = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      assert.equal(beside, 0, `${look} scrolls sideways`);
    }
  }
}

/** @returns the snippet and the style sheet that it tells to paste. */
async function setUp(page: Page, link: string, origin: string): Promise<{ snippet: string; styles: string }> {
  // Listened to from the beginning: the browser has to be told before the key is pressed.
  const choosing = new Promise<FileChooser>((resolve) => page.once('filechooser', resolve));
  await page.goto(link);
  await examine(page, '1-shop');
  await tabTo(page, page.getByRole('button', { name: 'Create the shop' }));
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await examine(page, '1-shop-with-mistakes');
  await type(page, /^Address of your shop/, 'tea-shop.example');
  await type(page, /^Name of your shop/, 'Tea & Time');
  await type(page, /^Your e-mail address/, 'owner@tea-shop.example');
  await type(page, /^A password/, 'correct horse battery');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'Where will reviews be shown?' }).waitFor();
  await examine(page, '2-websites');
  await tabTo(page, page.getByLabel(/^Websites/));
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(`\n${origin}`);
  await tabTo(page, page.getByRole('button', { name: 'Save and go on' }));
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'What do you sell?' }).waitFor();
  await examine(page, '3-products');
  await tabTo(page, page.getByLabel(/^Or a file/));
  await page.keyboard.press('Enter');
  const chooser = await choosing;
  const buffer = Buffer.from('sku,title,price,currency\nTEA-1,Green tea,4.50,EUR\nTEA-2,Black tea,oops,EUR\n');
  await chooser.setFiles({ name: 'products.csv', mimeType: 'text/csv', buffer });
  await tabTo(page, page.getByRole('button', { name: 'Send' }));
  await page.keyboard.press('Enter');
  await page.getByText('2 products: 2 added').waitFor();
  await examine(page, '3-products-sent');
  await tabTo(page, page.getByRole('link', { name: 'Go on' }));
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'Show them on your pages' }).waitFor();
  // Elements are loaded once they come into view.
  await page.locator('#preview-light').scrollIntoViewIfNeeded();
  await page.frameLocator('#preview-light').getByRole('article').first().waitFor();
  await examine(page, '4-look');
  const [snippet, styles] = [await copy(page, 'snippet'), await copy(page, 'css')];
  await tabTo(page, page.getByRole('button', { name: 'Finish' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your shop is ready' }).waitFor();
  await examine(page, '5-ready');
  return { snippet, styles };
}

/** Presses the button beside a snippet. @returns the clipboard */
async function copy(page: Page, id: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const pasted = page.locator('.pasted', { has: page.locator(`[aria-labelledby=${id}]`) });
  await pasted.getByRole('button', { name: 'Copy' }).click();
  await pasted.getByRole('status').getByText('Copied').waitFor();
  return page.evaluate('navigator.clipboard.readText()');
}

async function writeReview(page: Page): Promise<void> {
  const form = page.locator('plaudit-review-form');
  await form.scrollIntoViewIfNeeded();
  await form.getByRole('radio', { name: '5 stars' }).check({ force: true });
  await form.getByRole('textbox', { name: 'Headline' }).fill('Fresh');
  await form.getByRole('textbox', { name: /^Your review/ }).fill('A fine tea, and it was here in two days.');
  const photo = { name: 'tea.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() };
  await form.locator('input[type=file]').setInputFiles(photo);
  await form.getByRole('textbox', { name: 'Caption for photo 1' }).fill('The first cup');
  await form.getByRole('textbox', { name: /^First name/ }).fill('Ann');
  await form.getByRole('button', { name: 'Send review' }).click();
  await form.getByRole('heading', { name: /Thank you/ }).waitFor();
}

/** Opens the page anew until it shows the review with its photo. */
async function findReview(page: Page): Promise<void> {
  const giveUp = Date.now() + PATIENCE;
  for (;;) {
    await page.reload();
    const list = page.locator('plaudit-product-reviews');
    await list.scrollIntoViewIfNeeded();
    const image = list.getByRole('article', { name: 'Fresh' }).getByRole('img', { name: 'The first cup' });
    try {
      await image.waitFor({ timeout: 5_000 });
      await image.scrollIntoViewIfNeeded();
      await image.evaluate((shown: { decode(): Promise<void> }) => shown.decode());
      return;
    } catch (error) {
      if (Date.now() > giveUp) throw error;
    }
  }
}

test('from an empty folder to a review with a photo that survives a restart', { skip, timeout: 600_000 }, async (t) => {
  const { programs } = pack();
  const port = await freePort(2);
  let html = '';
  const shop = createServer((_, answer) => answer.setHeader('content-type', 'text/html; charset=utf-8').end(html));
  t.after(() => {
    shop.closeAllConnections();
    shop.close();
  });
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;

  const begun = Date.now();
  const seconds = (): string => `${((Date.now() - begun) / 1000).toFixed(1)} s`;
  install(folder, programs);
  t.diagnostic(`installed after ${seconds()}`);
  const first = await startByNpx(port);
  t.diagnostic(`started after ${seconds()}`);
  const link = first.lines.at(-2)!.replace('Set it up: ', '');

  // axe runs in the page, whose own policy forbids every script.
  const owner = await browser.newPage({ bypassCSP: true, locale: 'en' });
  owner.setDefaultTimeout(PATIENCE);
  const { snippet, styles } = await setUp(owner, link, origin);
  await owner.close();
  t.diagnostic(`set up after ${seconds()}, of which much is axe`);

  html = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Green tea</title>
<style>${styles}</style><h1>Green tea</h1>${snippet}</html>`;
  const page = await browser.newPage({ locale: 'en' });
  page.setDefaultTimeout(PATIENCE);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(origin);
  await writeReview(page);
  t.diagnostic(`a review is sent after ${seconds()}`);
  await findReview(page);
  t.diagnostic(`it is shown with its photo after ${seconds()}`);
  await stop(first);

  const again = await startByNpx(port);
  assert.deepEqual(again.lines, [`Plaudit is ready: http://127.0.0.1:${port}`]);
  await findReview(page);
  t.diagnostic(`and after a restart, after ${seconds()}`);
  assert.deepEqual(faults, []);
  await page.close();
  await stop(again);
});

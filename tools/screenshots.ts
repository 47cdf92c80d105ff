/**
 * Pictures of every mail and every page that the service shows, to look at after a change of their layout:
 * `npm run screenshots -- DIRECTORY [en,ar]`. In 360 and 1280 pixels, by day and by night, in some languages.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { pino } from 'pino';
import { sampleMails } from '../review-service/demo-mails/samples.ts';
import { demoAccess } from '../review-service/demo.ts';
import { startService } from '../review-service/service.ts';
import { chromiumArgs, chromiumPath } from './chromium.ts';

const [directory, languages = 'en,de,ja,ar'] = process.argv.slice(2);
if (!directory) throw new Error('Name the directory for the pictures');
mkdirSync(directory, { recursive: true });

const widths = [360, 1280];
const schemes = ['light', 'dark'] as const;
const data = mkdtempSync(join(tmpdir(), 'plaudit-screenshots-'));
const service = await startService({
  host: '127.0.0.1',
  port: 0,
  location: { directory: data },
  demo: true,
  logger: pino({ level: 'warn' }),
});
let browser: Browser | undefined;
try {
  const pages = await addresses();
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
  for (const language of languages.split(','))
    for (const width of widths)
      for (const colorScheme of schemes) {
        const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, locale: language });
        const page = await context.newPage();
        const file = (name: string) => join(directory, `${name}.${language}.${width}.${colorScheme}.png`);
        for (const mail of Object.keys(sampleMails)) {
          await page.goto(`${service.url}/demo/mails/${mail}/${language}/${colorScheme}`);
          await page.screenshot({ path: file(`mail-${mail}`), fullPage: true });
        }
        for (const [name, address] of Object.entries(pages)) {
          await page.goto(withLanguage(address, language));
          await prepare(name, page);
          await page.screenshot({ path: file(`page-${name}`), fullPage: true });
        }
        await context.close();
      }
} finally {
  await browser?.close();
  await service.close();
  rmSync(data, { recursive: true, force: true });
}

function withLanguage(address: string, language: string): string {
  const url = new URL(address);
  url.searchParams.set('lang', language);
  return url.href;
}

/** What somebody does before the page is worth a picture. */
async function prepare(name: string, page: Page): Promise<void> {
  if (name !== 'write-mistakes') return;
  await page.locator('.send button').click();
  await page.locator('.summary').waitFor();
}

/** Links as a shop gets them from the API, each to a page that nobody has used yet. */
async function addresses(): Promise<Record<string, string>> {
  const { token } = await call('/v1/login', { email: demoAccess.owner, password: demoAccess.password });
  const ask = (path: string, form?: Record<string, string>) =>
    call(`/v1/${path.replace('-', demoAccess.business)}`, form, token);
  const order = {
    email: 'rosa@customer.example',
    order_id: 'MF-20418',
    order_date: '2026-11-03',
    first_name: 'Rosa',
    return_link: '1',
  };
  const { link: business } = await ask('businesses/-/review/request/add', { ...order, product_skus: 'DEMO-001' });
  const skus = 'DEMO-001,DEMO-012,DEMO-018';
  const { link: products } = await ask('businesses/-/product/review/request/add', { ...order, product_skus: skus });
  const { url: write } = await ask('partners/-/write-link/get');
  return {
    write: write!,
    'write-rated': `${write}?rating=4`,
    'write-mistakes': write!,
    'write-thanks': `${write}/thanks`,
    business: business!,
    products: products!,
    'product-rated': `${products}?sku=DEMO-012&rating=5`,
    unknown: `${service.url}/stop/${demoAccess.business}/unknown`,
  };
}

async function call(
  path: string,
  form?: Record<string, string>,
  token?: string,
): Promise<Partial<Record<'token' | 'link' | 'url', string>>> {
  const url = `${service.url}${path}?client_token=${demoAccess.clientToken}`;
  const answer = await fetch(url, {
    headers: token === undefined ? {} : { user_token: token },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Partial<Record<'token' | 'link' | 'url', string>>;
}

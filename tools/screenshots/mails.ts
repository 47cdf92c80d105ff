/** Every mail that the service sends and every page that its links lead to. */
import type { BrowserContext, Page } from '@playwright/test';
import { sampleMails } from '../../review-service/demo-shop/mails/samples.ts';
import { demoAccess } from '../../review-service/demo-shop/demo.ts';
import { pictureOf, type Viewer, type Picture } from './plan.ts';

type Addresses = Readonly<Record<string, string>>;

export async function shootMails(
  context: BrowserContext,
  { service, pages, viewer }: { service: string; pages: Addresses; viewer: Viewer },
  write: (picture: Picture, png: Buffer) => Promise<void>,
): Promise<void> {
  await using page = await context.newPage();
  for (const mail of Object.keys(sampleMails)) {
    await page.goto(`${service}/demo/mails/${mail}/${viewer.language}/${viewer.scheme}`);
    await write(pictureOf(`mail-${mail}`, viewer), await page.screenshot({ fullPage: true }));
  }
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(withLanguage(address, viewer.language));
    await prepare(name, page);
    await write(pictureOf(`page-${name}`, viewer), await page.screenshot({ fullPage: true }));
  }
}

function withLanguage(address: string, language: string): string {
  const url = new URL(address);
  url.searchParams.set('lang', language);
  return url.href;
}

/** Gets a page into the state that is worth a picture. */
async function prepare(name: string, page: Page): Promise<void> {
  if (!name.endsWith('-mistakes')) return;
  await page.locator('.send button').click();
  await page.locator('.summary').waitFor();
}

/** Links as a shop gets them from the API, each to a page that nobody has used yet. */
export async function findPages(service: string): Promise<Addresses> {
  const call = callsOf(service);
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
  const { url: write, ask_url: question } = await ask('partners/-/write-link/get');
  return {
    write: write!,
    'write-rated': `${write}?rating=4`,
    'write-mistakes': write!,
    'write-thanks': `${write}/thanks`,
    ask: `${question}?sku=DEMO-001`,
    'ask-mistakes': `${question}?sku=DEMO-001`,
    'ask-thanks': `${question}/thanks?sku=DEMO-001`,
    business: business!,
    products: products!,
    'product-rated': `${products}?sku=DEMO-012&rating=5`,
    unknown: `${service}/stop/${demoAccess.business}/unknown`,
  };
}

type Said = Partial<Record<'token' | 'link' | 'url' | 'ask_url', string>>;

const callsOf =
  (service: string) =>
  async (path: string, form?: Record<string, string>, token?: string): Promise<Said> => {
    const answer = await fetch(`${service}${path}?client_token=${demoAccess.clientToken}`, {
      headers: token === undefined ? {} : { user_token: token },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Said;
  };

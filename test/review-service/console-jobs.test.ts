/**
 * The twelve jobs of a day in the demo's console, each from the inbox in at most four clicks beside what is typed, with
 * JavaScript and without it. A choice from a list counts as a click.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../tools/chromium.ts';
import { ServiceProcess } from '../support/service-process.ts';

const MOST_PRESSES = 4;
const password = 'demo-password';

let directory: string;
let service: ServiceProcess;
let browser: Browser;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-console-jobs-'));
  service = await ServiceProcess.start(['--demo', '--data', directory]);
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
});
after(async () => {
  await browser?.close();
  await service?.kill();
  rmSync(directory, { recursive: true, force: true });
});

/** Somebody at the inbox, whose presses are counted. */
class Merchant {
  readonly page: Page;
  presses = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async press(what: Locator): Promise<void> {
    this.presses += 1;
    await what.click();
  }

  link(name: string | RegExp): Promise<void> {
    return this.press(this.page.getByRole('link', { name }).first());
  }

  button(name: string): Promise<void> {
    return this.press(this.page.getByRole('main').getByRole('button', { name, exact: true }).first());
  }

  async choose(label: string, option: string): Promise<void> {
    this.presses += 1;
    await this.page.getByLabel(label).selectOption(option);
  }

  type(label: string, text: string): Promise<void> {
    return this.page.getByRole('main').getByLabel(label).first().fill(text);
  }

  /** A file is typed: its name, or the drag of it. */
  file(name: string, text: string): Promise<void> {
    return this.page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  }

  async says(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor({ timeout: 120_000 });
  }
}

interface Job {
  readonly name: string;
  /** @param turn - 0 with JavaScript, 1 without it: what is typed differs. */
  readonly work: (merchant: Merchant, turn: number) => Promise<void>;
}

/** Titles of the demo's work, one for each turn. */
const waits = ['A present that worked', 'Lovely, if slow to come'];
const low = ['Glass cracked while burning', 'Lid does not sit well'];
const withNumber = ['Call me about this', 'Great, and cheaper here'];
const persons = ['abena.b119@post.example', 'abena.e201@post.example'];
const questions = ['Will there be a version with plain pages', 'Any discount for a pair'];

const jobs: readonly Job[] = [
  {
    name: 'publish what waits',
    async work(merchant, turn) {
      await merchant.link(waits[turn]!);
      await merchant.button('Publish');
      await merchant.says('Published.');
    },
  },
  {
    name: 'answer a review of few stars',
    async work(merchant, turn) {
      await merchant.link(low[turn]!);
      await merchant.type('Public reply of the shop', 'We are sorry, and send you another.');
      await merchant.button('Reply');
      await merchant.says(/Replied/);
    },
  },
  {
    name: 'hide a review with a phone number',
    async work(merchant, turn) {
      await merchant.link(withNumber[turn]!);
      await merchant.choose('Reason', 'personal data');
      await merchant.button('Hide');
      await merchant.says('Hidden.');
    },
  },
  {
    name: 'answer a question',
    async work(merchant, turn) {
      await merchant.link(questions[turn]!);
      await merchant.type('Answer', 'In the spring.');
      await merchant.button('Answer');
      await merchant.says(/Answered/);
    },
  },
  {
    name: 'ask the orders of last week',
    async work(merchant, turn) {
      await merchant.link('Requests');
      await merchant.link('Ask for reviews');
      const line = `order-${turn}@customers.example,W-${turn},2026-11-20,Ada,DEMO-001`;
      await merchant.file('orders.csv', `email,order_id,order_date,first_name,product_skus\n${line}\n`);
      await merchant.button('Check the file');
      await merchant.press(merchant.page.getByRole('button', { name: /^Ask/ }));
      await merchant.says(/is asked/);
    },
  },
  {
    name: 'find the reviews of a customer',
    async work(merchant) {
      await merchant.link('Reviews');
      await merchant.type('Search', 'toby.e393@post.example');
      await merchant.button('Show');
      await merchant.says('2 reviews');
    },
  },
  {
    name: 'mend a wrong sku',
    async work(merchant, turn) {
      await merchant.link('Products');
      await merchant.link(['Oak Desk Clock', 'Wool Desk Mat'][turn]!);
      await merchant.type('Correct its sku', `CORRECT-${turn}`);
      await merchant.button('Correct');
      await merchant.says(/CORRECT-/);
    },
  },
  {
    name: 'import the file of another program',
    async work(merchant, turn) {
      await merchant.link('Import and export');
      const columns =
        'title,body,rating,review_date,reviewer_name,reviewer_email,product_id,product_handle,reply,picture_urls,product_url,curated';
      const row = `Good,Shop ${turn},4,2024-03-06 08:00:00 UTC,Bo Ny,bo-${turn}@mail.example,,,,,,`;
      await merchant.file('judgeme.csv', `${columns}\n${row}\n`);
      await merchant.button('Check the file');
      await merchant.says('Read as Judge.me');
      await merchant.button('Import');
      // The page looks again by itself.
      await merchant.says(/1 added/);
    },
  },
  {
    name: 'export everything',
    async work(merchant) {
      await merchant.link('Import and export');
      const coming = merchant.page.waitForEvent('download');
      await merchant.button('Export');
      const download = await coming;
      assert.match(download.suggestedFilename(), /\.tar$/);
      assert.equal(await download.failure(), null);
    },
  },
  {
    name: 'see how a product does',
    async work(merchant) {
      await merchant.link('Products');
      await merchant.link('Tide Mug, Ink');
      await merchant.says('Published reviews by stars');
    },
  },
  {
    name: 'invite a colleague',
    async work(merchant, turn) {
      await merchant.link('Settings');
      await merchant.link('Team');
      await merchant.type('E-mail', `colleague-${turn}@demo-store.example`);
      await merchant.type('password', password);
      await merchant.button('Invite somebody');
      await merchant.says('The invitation is on its way');
    },
  },
  {
    name: 'erase a person',
    async work(merchant, turn) {
      await merchant.link('Settings');
      await merchant.link('Privacy');
      await merchant.type('E-mail address, name, order', persons[turn]!);
      await merchant.button('Find');
      await merchant.type('password', password);
      await merchant.button('Erase this person');
      await merchant.says(/Erased/);
    },
  },
];

for (const [javaScriptEnabled, turn] of [
  [true, 0],
  [false, 1],
] as const)
  describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    for (const { name, work } of jobs)
      test(name, async () => {
        const context = await browser.newContext({ javaScriptEnabled });
        const page = await context.newPage();
        page.setDefaultTimeout(30_000);
        await page.goto(`${service.url}/console/sign-in`);
        await page.getByLabel('E-mail').fill('owner@demo-store.example');
        await page.getByLabel('Password').fill(password);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('heading', { name: 'Inbox' }).waitFor();
        const merchant = new Merchant(page);
        try {
          await work(merchant, turn);
        } catch (error) {
          throw new Error(`At ${page.url()}: ${await page.getByRole('main').innerText()}`, { cause: error });
        }
        assert.ok(merchant.presses <= MOST_PRESSES, `${merchant.presses} presses`);
        await context.close();
      });
  });

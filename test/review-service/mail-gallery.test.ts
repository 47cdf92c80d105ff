/** The page with every mail, which only the demo has. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium, type Browser } from '@playwright/test';
import { sampleMails } from '../../review-service/demo-shop/mails/samples.ts';
import { languages } from '../../review-service/letters/wording/index.ts';
import { chromiumArgs, chromiumPath } from '../../tools/chromium.ts';
import { TestService } from '../support/review-service.ts';

let directory: string;
let service: TestService;
let browser: Browser;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-gallery-'));
  service = await new TestService({ directory }, { demo: true }).start();
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
});
after(async () => {
  await browser?.close();
  await service?.stop();
  rmSync(directory, { recursive: true, force: true });
});

test('every mail in every language is shown by day and by night, with its plain twin, and can do nothing', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const failed: string[] = [];
    page.on('requestfailed', (request) => void failed.push(request.url()));
    page.on('console', (message) => void (message.type() === 'error' && failed.push(message.text())));
    await page.goto(`${service.url}/demo/mails`);
    const frames = await page
      .locator('iframe')
      .evaluateAll((all) => all.map((one) => [one.className, one.getAttribute('src'), one.getAttribute('sandbox')]));
    assert.deepEqual(
      frames,
      Object.keys(sampleMails).flatMap((mail) =>
        languages.flatMap((language) =>
          ['light', 'dark'].map((look) => [look, `mails/${mail}/${language}/${look}`, '']),
        ),
      ),
    );
    assert.equal(await page.locator('pre').count(), frames.length / 2);
    const ground = (look: string) =>
      page
        .frameLocator(`iframe.${look}[src="mails/invitation-products/en/${look}"]`)
        .locator('body')
        .evaluate((body) => body.ownerDocument.defaultView!.getComputedStyle(body).backgroundColor);
    assert.deepEqual([await ground('light'), await ground('dark')], ['rgb(247, 242, 232)', 'rgb(12, 10, 9)']);
    const pictures = page.frameLocator('iframe.light[src="mails/invitation-products/en/light"]').locator('img');
    await pictures.last().waitFor();
    assert.deepEqual(
      await pictures.evaluateAll((all) =>
        all.map((one) => (one as unknown as { naturalWidth: number }).naturalWidth > 0),
      ),
      [true, true, true, true],
    );
    assert.deepEqual(failed, []);
  } finally {
    await context.close();
  }
});

test('a mail is shown in a box of its own, and an unknown one is not found', async () => {
  for (const mail of Object.keys(sampleMails)) {
    const answer = await fetch(`${service.url}/demo/mails/${mail}/ar/light`);
    assert.equal(answer.status, 200, mail);
    assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none';.*; sandbox$/);
    assert.match(await answer.text(), /<html lang="ar" dir="rtl">/);
  }
  for (const path of [
    'unknown/en/dark',
    'notice/xx/dark',
    '__proto__/en/dark',
    'notice/constructor/dark',
    'notice/en/dim',
    'notice/en',
  ])
    assert.equal((await fetch(`${service.url}/demo/mails/${path}`)).status, 404, path);
});

test('a service with real data shows none of it', async () => {
  const plain = await new TestService({ directory: mkdtempSync(join(directory, 'plain-')) }).start();
  try {
    assert.equal((await fetch(`${plain.url}/demo/mails`)).status, 404);
    assert.equal((await fetch(`${plain.url}/demo/mails/notice/en/dark`)).status, 404);
  } finally {
    await plain.stop();
  }
});

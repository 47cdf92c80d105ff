/** The editor for the look, on the documentation's site. */
import type { FrameLocator, Page } from '@playwright/test';
import { watch } from './support/every-element.ts';
import { expect } from './support/shop.ts';
import { test, type Site } from './support/site.ts';

/** The editor for the look, and the elements in it. */
async function openEditor(page: Page, { url }: Site, fragment = '') {
  await page.goto('about:blank');
  await page.goto(`${url}/look.html${fragment}`);
  const shown = page.frameLocator('iframe[title^="The elements"]');
  const code = page.getByRole('region', { name: 'To paste into your style sheet' }).locator('pre');
  await expect(shown.locator('plaudit-star-summary[data-state=plaudit-ready]')).toBeVisible();
  return { shown, code };
}

async function type(page: Page, label: string, text: string) {
  await page.getByLabel(label).fill(text);
  await page.keyboard.press('Tab');
}

/** What is seen of a look, in the shadow roots. */
const measure = (frame: FrameLocator) =>
  frame.locator('body').evaluate((body) => {
    const style = (tag: string, inside: string, property: string) => {
      const found = body.querySelector(tag)?.shadowRoot?.querySelector(inside);
      return found ? getComputedStyle(found).getPropertyValue(property) : null;
    };
    /** As it is painted: a colour may be computed in another space. */
    const painted = (color: string | null) => {
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.fillStyle = color ?? '';
      pen.fillRect(0, 0, 1, 1);
      return `rgb(${[...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).join(', ')})`;
    };
    return {
      stars: style('plaudit-stars', '.on', 'fill'),
      bars: style('plaudit-star-summary', '.on', 'fill'),
      review: style('plaudit-product-reviews', '[part=review]', 'border-top-left-radius'),
      edge: style('plaudit-product-reviews', '[part=review]', 'border-left-width'),
      title: style('plaudit-product-reviews', '[part=title]', 'font-family'),
      size: style('plaudit-product-reviews', '[part=title]', 'font-size'),
      submit: painted(style('plaudit-review-form', '[part~=submit]', 'background-color')),
      onSubmit: style('plaudit-review-form', '[part~=submit]', 'color'),
      ground: getComputedStyle(body).backgroundColor,
    };
  });

test('a look is chosen and seen, its style sheet does the same on a bare page, and its link opens it again', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await watch(page);
  const { shown, code } = await openEditor(page, site);
  await expect(code).toContainText('Nothing to paste');
  const ready = async (frame: FrameLocator) => {
    for (const tag of ['stars', 'product-reviews', 'review-form']) {
      await frame.locator(`plaudit-${tag}`).scrollIntoViewIfNeeded();
      await expect(frame.locator(`plaudit-${tag}[data-state=plaudit-ready]`)).toBeAttached();
    }
    await expect(frame.getByRole('button', { name: 'Send review' })).toBeAttached();
  };
  await ready(shown);
  const before = await measure(shown);
  expect(before).toMatchObject({ stars: 'rgb(194, 102, 10)', edge: '0px', ground: 'rgb(255, 255, 255)' });

  await page.getByLabel('Stars', { exact: true }).fill('#6d28d9');
  await type(page, 'Accent, as digits', 'FC0');
  await page.getByLabel('Each review').selectOption('In a frame');
  await page.getByLabel('Corners', { exact: true }).fill('125');
  await type(page, 'Font', '"Times New Roman", serif');
  await page.getByLabel('Size').fill('90');
  await page.getByLabel('Customers’ photos above the list').uncheck();
  await type(page, 'Background, as digits', '#fdf6ec');
  await expect(code).toContainText('background: #fdf6ec');
  const chosen = await measure(shown);
  expect(chosen).toMatchObject({
    stars: 'rgb(109, 40, 217)',
    bars: 'rgb(109, 40, 217)',
    edge: '1px',
    title: '"Times New Roman", serif',
    submit: 'rgb(255, 204, 0)',
    onSubmit: 'rgb(0, 0, 0)',
    ground: 'rgb(253, 246, 236)',
  });
  for (const name of ['review', 'size'] as const) expect(chosen[name]).not.toBe(before[name]);

  const styles = (await code.textContent())!;
  await page.getByRole('button', { name: 'Copy CSS' }).first().click();
  await expect(page.getByText('CSS copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(styles);

  // The last choice is in it, so all are.
  await expect(page).toHaveURL(/background-light=fdf6ec/);
  const linked = page.url();
  const markup = await shown.locator('body').evaluate((body) => {
    const tags = [...body.children].map((element) => element.cloneNode() as Element);
    for (const tag of tags) tag.removeAttribute('data-state');
    return tags.map((tag) => tag.outerHTML).join('');
  });
  const bare = (css: string) => `<!doctype html><html lang="en"><head><title>Bare</title>
<style>body{margin:0;padding:1rem;font:1rem/1.5 system-ui,sans-serif}</style><style>${css}</style>
<script src="/shop/recording.js"></script><script type="module" src="/shop/plaudit.all.js"></script></head>
<body>${markup}</body></html>`;
  await page.route('**/bare.html', (route) => route.fulfill({ contentType: 'text/html', body: bare(styles) }));
  await page.route('**/frame.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<iframe src="bare.html" width="860" height="700"></iframe>' }),
  );
  await page.goto(`${site.url}/frame.html`);
  const pasted = page.frameLocator('iframe');
  await ready(pasted);
  expect(await measure(pasted)).toEqual(chosen);

  const again = await openEditor(page, site, new URL(linked).hash);
  await expect(again.code).toHaveText(styles);
  await openEditor(page, site);
  await page.getByText('Go on with an earlier look').click();
  await type(page, 'Its link', styles.split('\n')[0]!);
  await expect(code).toHaveText(styles);
});

test('a recipe is something to begin with, and the page stays as it was described', async ({ page, site }) => {
  await watch(page);
  const { shown } = await openEditor(page, site, '#background-light=eeeeee');
  const recipe = (name: string) => page.getByRole('button', { name, exact: true });
  await recipe('Dark only').click();
  await expect(recipe('Dark only')).toHaveAttribute('aria-pressed', 'true');
  expect(await measure(shown)).toMatchObject({ stars: 'rgb(255, 209, 102)', ground: 'rgb(20, 22, 26)' });
  await recipe('Minimal').click();
  await expect(recipe('Dark only')).toHaveAttribute('aria-pressed', 'false');
  await expect(recipe('Minimal')).toHaveAttribute('aria-pressed', 'true');
  expect(await measure(shown)).toMatchObject({ stars: 'rgb(0, 0, 0)', ground: 'rgb(238, 238, 238)' });
});

test('the editor warns of a faint colour, and finds one that can be seen', async ({ page, site }) => {
  await watch(page);
  const { shown } = await openEditor(page, site);
  const warning = page.getByRole('status').filter({ hasText: 'WCAG' });
  await expect(warning).toBeHidden();
  await page.getByLabel('Stars', { exact: true }).fill('#ffe08a');
  await expect(warning).toContainText('Stars on the background: only 1.2 : 1');
  await page.getByRole('button', { name: /^Use #/ }).click();
  await expect(warning).toBeHidden();
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect.poll(async () => (await measure(shown)).stars).toBe('rgb(245, 181, 68)');
  await expect(warning).toBeHidden();
  await type(page, 'Text, as digits', '#555');
  await expect(warning).toContainText('Text on the background');
});

test('a hostile address chooses nothing in the editor', async ({ page, site }) => {
  await watch(page);
  const inject = encodeURIComponent('red;}body{display:none}a{background:url(//evil.example/)}');
  const names = ['stars-light', 'background-light', 'font', 'radius', 'hide', 'page', 'theme', 'reviews'];
  const { shown, code } = await openEditor(page, site, `#${names.map((name) => `${name}=${inject}`).join('&')}`);
  await expect(code).toContainText('Nothing to paste');
  expect((await measure(shown)).stars).toBe('rgb(194, 102, 10)');
  await type(page, 'Font', 'serif; } body { display: none');
  await expect(page.getByText('Names alone')).toBeVisible();
  await expect(code).toContainText('Nothing to paste');
  await page.getByText('Go on with an earlier look').click();
  await type(page, 'Its link', `${site.url}/look#font=${inject}&hide=strip`);
  await expect(code).toContainText('part(strip)');
  await expect(code).not.toContainText('body');
});

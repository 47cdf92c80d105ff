/** What a language model wrote of reviews, for readers without JavaScript. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Summary } from '../../contract/entities/digest.ts';
import { endpoints } from '../../contract/endpoints/endpoints.ts';
import { everything, type PlainState } from '../../contract/shopper/rendering.ts';
import { programFiles } from '../../server-kit/program-files.ts';
import { loadRenderer } from '../../server-proxy/render/renderer.ts';
import { buildRenderer } from '../support/renderer.ts';
import { Stage, until, type TestProxy } from './harness.ts';

buildRenderer();

const english: Summary = {
  language: 'en',
  reviews: 42,
  sentences: [
    { text: 'Most like the handle.', review_ids: [5, 3] },
    { text: 'Some find it <b>small</b> & thin.', review_ids: [2, 5] },
  ],
};
const arabic: Summary = { ...english, language: 'ar', sentences: [{ text: 'المقبض مريح.', review_ids: [7] }] };

async function ready(stage: Stage): Promise<TestProxy> {
  const proxy = await (await stage.proxy()).mirrored();
  await until(
    'every review has its gist',
    async () => (await proxy.shop('/product/reviews?sku=SKU-1&digest=1')).body.digest !== null,
  );
  return proxy;
}

/** The HTML of what a proxy answers, as if it ran a language model. */
async function render(
  proxy: TestProxy,
  summaries: readonly Summary[] | undefined,
  { locale = 'en', state = {} }: { locale?: string; state?: Partial<PlainState> } = {},
): Promise<string> {
  const renderer = (await loadRenderer(programFiles.renderer))!;
  const rendered = await renderer.render({
    tag: 'plaudit-product-reviews',
    attributes: { sku: 'SKU-1' },
    locale,
    plain: { ...everything, ...state },
    link: (_attributes, { review }) => `https://proxy.test/render?plaudit-review=${review}`,
    askUrl: () => null,
    async ask(operation, query) {
      const path = endpoints[operation as 'listProductReviews'].path.replace('/businesses/{business}', '');
      const { body } = await proxy.shop(`${path}?${new URLSearchParams(query).toString()}`);
      return body.digest ? { ...body, digest: { ...body.digest, summaries } } : body;
    },
  });
  return rendered!.html;
}

const summaryOf = (html: string) =>
  /<div class="summary" part="summary">(.*?)<\/div>/s.exec(html)?.[1]?.replace(/\s+/g, ' ') ?? null;

test('a summary has links to its reviews, also beside a narrowed list, and says that a machine wrote it', async () => {
  await using stage = await Stage.open();
  const proxy = await ready(stage);
  for (const state of [{}, { ratings: [2] }, { review: 1 }]) {
    const summary = summaryOf(await render(proxy, [arabic, english], { state }))!;
    assert.match(summary, /<h3>In short<\/h3>/);
    const links = [...summary.matchAll(/<a [^>]*rel="nofollow" href="([^"]*)" aria-label="([^"]*)">(\d)<\/a>/g)];
    assert.deepEqual(
      links.map(([, href, label, number]) => [/\d+$/.exec(href!)![0], label, number]),
      [
        ['5', 'Review 1', '1'],
        ['3', 'Review 2', '2'],
        ['5', 'Review 1', '1'],
        ['2', 'Review 3', '3'],
      ],
    );
    assert.ok(links.every(([, href]) => href!.startsWith('https://proxy.test/render?plaudit-review=')));
    assert.match(summary, /<span lang="en">Most like the handle\.<\/span> <a/);
    assert.match(summary, /Some find it &lt;b&gt;small&lt;\/b&gt; &amp; thin\./);
    assert.match(
      summary,
      /Written by an AI language model from 42 reviews\. The numbers lead to reviews that say it\./,
    );
  }
});

test('it is in the language of the reader, or in the first that there is, with its direction', async () => {
  await using stage = await Stage.open();
  const proxy = await ready(stage);
  const own = summaryOf(await render(proxy, [english, arabic], { locale: 'ar' }))!;
  assert.match(own, /<h3>باختصار<\/h3> ?<p><span lang="ar">المقبض مريح\.<\/span>.*aria-label="التقييم 1"/);
  const foreign = summaryOf(await render(proxy, [english, arabic], { locale: 'fr' }))!;
  assert.match(foreign, /<h3>En bref<\/h3> ?<p dir="auto"><span lang="en">.*aria-label="Avis 1"/);
  assert.match(foreign, /Rédigé par un modèle de langage \(IA\) à partir de 42 avis\./);
});

test('without one, or without a review that it rests on, there is none', async () => {
  await using stage = await Stage.open();
  const proxy = await ready(stage);
  for (const summaries of [undefined, [], [{ ...english, sentences: [] }]])
    assert.equal(summaryOf(await render(proxy, summaries)), null);
});

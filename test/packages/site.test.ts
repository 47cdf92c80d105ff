/** What the site says of elements, themes and shops, held against what there is. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { shopperEndpoints } from '../../contract/endpoints/proxy-endpoints.ts';
import { elements } from '../../demo/elements/manifest.ts';
import { describeApi } from '../../review-service/api/api-description.ts';
import { shopperPolicies } from '../../server-proxy/shopper/policies.ts';
import { elementPages } from '../../tools/site/element-pages.ts';
import { questions } from '../../tools/site/examples.ts';
import { describeShopperApi, type Operation } from '../../tools/site/shopper-api.ts';
import { blocksOf } from '../support/markdown.ts';
import { renderLiquid, renderSection, themeFiles } from '../support/shopify.ts';

const docs = join(import.meta.dirname, '../../docs');
const known = new Map(elements.map((element) => [element.tagName, element]));
const namesOf = (list: ReadonlyArray<{ readonly name: string }> = []): string[] => list.map(({ name }) => name);

/** Fails at a name that no element has. @returns how many custom properties and parts a style sheet uses */
function usesIn(code: string): number {
  let uses = 0;
  for (const [, selectors, rules] of code.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const tags = [...selectors!.matchAll(/\bplaudit-[a-z-]+/g)].map(([tag]) => tag);
    for (const tag of tags) assert.ok(known.has(tag), `${tag} is no element`);
    for (const [, tag, part] of selectors!.matchAll(/(plaudit-[a-z-]+)::part\(([^)]*)\)/g)) {
      assert.ok(namesOf(known.get(tag!)!.cssParts).includes(part!), `${tag} has no part ${part}`);
      uses++;
    }
    for (const [property] of rules!.matchAll(/--plaudit-[a-z-]+/g)) {
      const has = (tag: string) => namesOf(known.get(tag)!.cssProperties).includes(property);
      for (const tag of tags) assert.ok(has(tag), `${tag} has no ${property}`);
      // On the root of a page it is for whichever element has it.
      assert.ok([...known.keys()].some(has), `no element has ${property}`);
      uses++;
    }
  }
  return uses;
}

const guideRecipes = blocksOf('guides/theming.md').filter(
  ({ language, mark }) => language === 'css' && mark === 'live',
);

test('the recipes are eleven, and use only custom properties and parts that the elements have', () => {
  assert.equal(guideRecipes.length, 11);
  for (const { code } of guideRecipes) assert.ok(usesIn(code) > 1, code);
});

test('every element that a document shows exists, with its attributes', () => {
  let seen = 0;
  for (const file of globSync('**/*.md', { cwd: docs, exclude: ['**/decisions/**'] })) {
    for (const { language, code } of blocksOf(file)) {
      if (!/^(html|liquid|php|jsx|vue|svelte)$/.test(language)) continue;
      for (const [, tag, given] of code.matchAll(/<(plaudit-[a-z-]+)((?:\s+[^\s=>/]+="[^"]*")*)/g)) {
        const element = known.get(tag!);
        assert.ok(element, `${file}: ${tag} is no element`);
        for (const [, name] of given!.matchAll(/\s([a-z-]+)=/g))
          assert.ok(namesOf(element.attributes).includes(name!), `${file}: ${tag} has no attribute ${name}`);
        seen++;
      }
    }
  }
  assert.ok(seen > 10);
});

test('the page of an element has all that the manifest says of it', () => {
  for (const { tagName, attributes, events, slots, cssParts, cssProperties } of elements) {
    const { markdown } = elementPages.find(({ name }) => name === tagName)!;
    for (const name of [attributes, events, slots, cssProperties].flatMap(namesOf).filter(Boolean))
      assert.ok(markdown.includes(`| \`${name}\` |`), `${tagName}: ${name}`);
    for (const name of namesOf(cssParts))
      assert.ok(markdown.includes(`| \`::part(${name})\` |`), `${tagName}: ${name}`);
    assert.match(markdown, new RegExp(`\`\`\`html live\n<${tagName}[ >]`));
  }
});

test('the OpenAPI documents are valid, and describe each route', async () => {
  const shoppers = describeShopperApi('https://reviews.example');
  for (const document of [shoppers, describeApi('https://api.example/v1')]) {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors));
  }
  for (const name of Object.keys(shopperPolicies) as (keyof typeof shopperPolicies)[]) {
    const { path, method } = shopperEndpoints[name];
    const operation = shoppers.paths[path]?.[method.toLowerCase()] as Operation;
    assert.equal(operation.operationId, name);
    // What a shopper may not say is not offered.
    const said = JSON.stringify([operation.parameters, operation.requestBody]);
    assert.doesNotMatch(said, /"(unpublished|deleted|filter|email|order_id|client_token|user_token)"/);
  }
  for (const [, name] of JSON.stringify(shoppers).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    assert.ok(name! in shoppers.components.schemas, name);
  for (const question of questions)
    assert.ok(shoppers.paths[question.split('?')[0]!.replace('/-', '/{business}')], `${question} is described`);
});

const product = {
  handle: 'tide-mug',
  title: 'Tide Mug',
  selected_or_first_available_variant: { sku: 'DEMO-001' },
};

test('the section for Shopify shows a product, and every setting that it reads has a default', async () => {
  const { html, schema } = await renderSection('sections/plaudit-reviews.liquid', product);
  assert.match(html, /<plaudit-product-reviews item-group="tide-mug" page-size="10"><\/plaudit-product-reviews>/);
  assert.match(html, /<plaudit-review-form sku="DEMO-001"><\/plaudit-review-form>/);
  assert.doesNotMatch(html, /schema|\{%|\{\{/);
  const read = [...themeFiles['sections/plaudit-reviews.liquid']!.matchAll(/section\.settings\.(\w+)/g)];
  assert.deepEqual(new Set(read.map(([, name]) => name)), new Set(schema.settings.map(({ id }) => id)));
});

test('the card for Shopify has the first variant’s SKU, else the handle, and nothing that breaks out of it', async () => {
  const card = blocksOf('guides/shopify.md').find(({ code }) => code.includes('card_product'))!.code;
  const stars = async (of: object) => (await renderLiquid(card, { card_product: of })).trim();
  assert.equal(await stars(product), '<plaudit-stars sku="DEMO-001"></plaudit-stars>');
  assert.equal(
    await stars({ ...product, selected_or_first_available_variant: { sku: '' } }),
    '<plaudit-stars sku="tide-mug"></plaudit-stars>',
  );
  const hostile = { ...product, selected_or_first_available_variant: { sku: '"><script>alert(1)</script>' } };
  assert.doesNotMatch(await stars(hostile), /<script/);
  const script = await renderLiquid("{% render 'plaudit' %}", { request: { locale: { iso_code: 'de' } } });
  assert.match(script, /<script type="module" src="https:\/\/reviews\.your-shop\.example\/plaudit\.js"/);
});

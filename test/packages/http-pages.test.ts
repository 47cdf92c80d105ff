/** What the site says of the HTTP routes: each is there, and says what it and its parameters are for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { merchantReads } from '../../server-proxy/merchant/reads.ts';
import { merchantWrites } from '../../server-proxy/merchant/writes.ts';
import { httpPages } from '../../tools/site/http-pages.ts';
import { describeMerchantApi } from '../../tools/site/merchant-api.ts';
import { describeShopperApi, type Operation } from '../../tools/site/shopper-api.ts';

test('the routes of merchants are listed: all that the proxy takes with the key, and what each is for', async () => {
  const document = describeMerchantApi('https://reviews.example');
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors));
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const ofQueue = ['listQueue', 'releaseFromQueue', 'dropFromQueue'];
  assert.deepEqual(
    operations.map(({ operationId }) => operationId).toSorted(),
    [...merchantReads, ...merchantWrites, 'getTransparency', ...ofQueue].toSorted(),
  );
  const { markdown } = httpPages.find(({ name }) => name === 'merchant')!;
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { summary, description }] of Object.entries(methods))
      assert.ok(
        markdown.includes(
          `## ${summary}\n\n\`\`\`http\n${method.toUpperCase()} /merchant/v1${path}\n\`\`\`\n\n${description}`,
        ),
        path,
      );
});

test('no operation or parameter of the HTTP pages is without a meaning', () => {
  const { paths } = describeShopperApi('https://reviews.example');
  const lists: ReadonlyArray<Readonly<Record<string, Pick<Operation, 'description' | 'parameters'>>>> = [
    ...Object.values(paths),
    ...Object.values(describeMerchantApi('https://reviews.example').paths),
  ];
  for (const { description, parameters } of lists.flatMap((methods) => Object.values(methods))) {
    assert.ok(description);
    for (const one of parameters) assert.ok(one.description, one.name);
  }
  for (const { markdown } of httpPages) assert.doesNotMatch(markdown, /\| {2}\||undefined/);
});

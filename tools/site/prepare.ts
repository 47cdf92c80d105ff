/**
 * Puts beside the pages of the site what they show, before VitePress serves or builds them: the built elements, answers
 * for the examples, and the API's descriptions. The answers are recorded from the demo, or from the proxy that
 * `--from URL` names; with `--keep`, those that were recorded before stay.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeApi } from '../../review-service/api/api-description.ts';
import { describeMerchantApi } from './merchant-api.ts';
import { describeShopperApi } from './shopper-api.ts';

const root = join(import.meta.dirname, '..', '..');
const site = join(root, 'docs', 'site');
/** Served as it is; nothing in it is written by hand. */
const beside = join(site, 'public');
const shop = join(beside, 'shop');
const widgets = join(root, 'dist', 'widgets');

const { values } = parseArgs({ options: { from: { type: 'string' }, keep: { type: 'boolean', default: false } } });

if (!existsSync(join(widgets, 'sri.json'))) {
  process.stderr.write('The elements are not built yet: run npm run build\n');
  process.exit(1);
}

if (!values.keep || !existsSync(join(shop, 'answers.json'))) {
  rmSync(shop, { recursive: true, force: true });
  mkdirSync(shop, { recursive: true });
  const { record, recordFromDemo } = await import('./recording.ts');
  if (!values.from) process.stdout.write('Recording the answers of the demo, which takes a minute …\n');
  await (values.from ? record(values.from, shop) : recordFromDemo(shop));
}

rmSync(join(shop, 'assets'), { recursive: true, force: true });
for (const name of readdirSync(widgets).filter((file) => !/\.(br|gz)$/.test(file)))
  cpSync(join(widgets, name), join(shop, name), { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
cpSync(join(site, 'shop', 'recording.js'), join(shop, 'recording.js'));
cpSync(join(root, 'docs', 'images', 'product-page.jpg'), join(beside, 'product-page.jpg'));
const schema = join('reference', 'plaudit-export.schema.json');
cpSync(join(root, 'docs', schema), join(beside, schema));

const write = (name: string, value: object): void =>
  writeFileSync(join(beside, name), `${JSON.stringify(value, null, 2)}\n`);
write('openapi.json', describeShopperApi('https://reviews.your-shop.example'));
write('openapi-merchant.json', describeMerchantApi('https://reviews.your-shop.example'));
write('openapi-service.json', describeApi('https://api.your-shop.example/v1'));

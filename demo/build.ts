/** Writes the storefront to dist/storefront; it is all static files. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformWithOxc } from 'vite';
import { pages } from './pages/index.ts';
import { frondPath } from './components/icons.ts';
import { renderPage, type Assets } from './components/document.ts';
import { productFeed } from './product-feed.ts';
import { products } from './shop.ts';

const here = import.meta.dirname;
const out = join(here, '..', 'dist', 'storefront');

/** The order of the style sheets in the one that is served. */
const sheets = [
  'colours',
  'page',
  'frame',
  'cards',
  'home',
  'product',
  'about',
  'basket',
  'snippet',
  'elements',
  'widgets',
];

function write(path: string, content: string): void {
  const file = join(out, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Writes a file under a name that changes with its content, so that no cache serves yesterday's. */
function writeVersioned(path: string, content: string): string {
  write(path, content);
  return `/${path}?v=${createHash('sha256').update(content).digest('hex').slice(0, 8)}`;
}

async function buildAssets(): Promise<Assets> {
  const style = sheets.map((name) => readFileSync(join(here, 'styles', `${name}.css`), 'utf8')).join('\n');
  const names = readdirSync(join(here, 'scripts'))
    .filter((name) => name !== 'reload.ts' || process.env['PLAUDIT_DEV'])
    .sort();
  const scripts = names.map(async (name) => {
    const { code } = await transformWithOxc(readFileSync(join(here, 'scripts', name), 'utf8'), name, {
      sourcemap: false,
    });
    return writeVersioned(`scripts/${name.replace(/\.ts$/, '.js')}`, code);
  });
  return { style: writeVersioned('style.css', style), scripts: await Promise.all(scripts) };
}

const favicon = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">',
  '<rect width="24" height="24" rx="6" fill="#3b5a45"/>',
  `<path d="${frondPath}" transform="translate(2.4 1.8) scale(.8)" fill="#f7f2e8"/>`,
  '</svg>\n',
].join('');

rmSync(out, { recursive: true, force: true });
const assets = await buildAssets();
cpSync(join(here, '..', 'demo-data', 'pictures', 'products'), join(out, 'images'), { recursive: true });
write('favicon.svg', favicon);
write(
  'products.json',
  JSON.stringify(products.map(({ sku, title, path, image, price }) => ({ sku, title, path, image, price }))),
);
write('products.xml', productFeed());
// The front page comes last: once it is there, so is the rest.
for (const page of pages.toReversed())
  write(page.path === '/' ? 'index.html' : `${page.path.slice(1)}.html`, renderPage(page, assets));

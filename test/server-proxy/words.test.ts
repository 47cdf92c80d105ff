/** Further languages and a shop's own texts, as pages get them and as the proxy renders them. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { PAGE_KEY, type Texts } from '../../contract/texts/words-script.ts';
import type { ProxyOptions } from '../../server-proxy/proxy.ts';
import { readBuiltIn, readShipped } from '../../server-proxy/words/built.ts';
import { compressAll } from '../../tools/compress.ts';
import { copyWords, writeWordsScripts } from '../../tools/words.ts';
import { buildRenderer } from '../support/renderer.ts';
import { silent, Stage, type TestProxy } from './harness.ts';

buildRenderer();

const widgetsDirectory = mkdtempSync(join(tmpdir(), 'plaudit-words-'));
let english: Texts;
let shipped: ReadonlyMap<string, Texts>;
before(() => {
  cpSync(join(import.meta.dirname, 'files', 'widgets'), widgetsDirectory, { recursive: true });
  copyWords(join(widgetsDirectory, 'words'));
  writeWordsScripts(join(widgetsDirectory, 'words'));
  compressAll(join(widgetsDirectory, 'words'));
  english = readBuiltIn().get('en')!;
  shipped = readShipped(widgetsDirectory);
});
after(() => rmSync(widgetsDirectory, { recursive: true, force: true }));

/** The renderer is the same for all proxies of a process, and so are these. */
const own: ReadonlyMap<string, Texts> = new Map([
  ['en', { noReviews: 'Nobody has said a word', write: 'Have your say', overview: 'In short' }],
  ['de', { write: 'Erzählen Sie mal' }],
  ['sv', { noReviews: 'Inga ord än' }],
  [
    'ga',
    {
      noReviews: 'Gan léirmheasanna',
      reviews: { one: '{n} a', two: '{n} b', few: '{n} c', many: '{n} d', other: '{n} e' },
    },
  ],
]);
const said = (language: string, key: string): string => shipped.get(language)![key] as string;
const withWords = (stage: Stage, options: Partial<ProxyOptions> = {}): Promise<TestProxy> =>
  stage.proxy({ widgetsDirectory, words: own, ...options });

/** What a script brings to a page; it runs as it would there. */
function broughtBy(script: string): Record<string, Texts> {
  const page = createContext({});
  runInContext(script, page);
  const { words } = runInContext(`globalThis[Symbol.for('${PAGE_KEY}')]`, page) as { words: Record<string, Texts> };
  assert.equal(Object.values(words)[0]!['no such key'], '', 'a text that is missing is not empty');
  return JSON.parse(JSON.stringify(words)) as Record<string, Texts>;
}

function rawBytes(url: string, headers: Record<string, string>): Promise<{ bytes: Buffer; encoding?: string }> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ bytes: Buffer.concat(chunks), encoding: String(response.headers['content-encoding']) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test('the texts of a further language are there for every page, as long as a loader is, and 304 to who has them', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy({ widgetsDirectory });
  const calls = stage.upstream.calls.length;
  const { http, headers, text } = await proxy.get('/words/fi.js', { origin: 'https://anywhere.example' });
  assert.equal(http, 200);
  assert.deepEqual(broughtBy(text), { fi: shipped.get('fi') });
  assert.deepEqual(Object.keys(shipped.get('fi')!).toSorted(), Object.keys(english).toSorted());
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.match(headers.get('cache-control')!, /^public, max-age=300/);
  const etag = headers.get('etag')!;
  const again = await fetch(`${proxy.url}/words/fi.js`, { headers: { 'if-none-match': etag }, cache: 'no-store' });
  assert.deepEqual([again.status, await again.text()], [304, '']);
  const { bytes, encoding } = await rawBytes(`${proxy.url}/words/fi.js`, { 'accept-encoding': 'br' });
  assert.equal(encoding, 'br');
  assert.equal(brotliDecompressSync(bytes).toString(), text);
  assert.ok(stage.upstream.calls.slice(calls).every(({ path }) => !path.includes('words')));
});

test('of a language that the elements have, pages get all texts with the own ones on top, and 404 without own ones', async () => {
  await using stage = await Stage.open();
  const without = await stage.proxy({ widgetsDirectory });
  const { http, headers, body } = await without.get('/words/de.js', { origin: 'https://anywhere.example' });
  assert.deepEqual([http, body.errorCode, headers.get('access-control-allow-origin')], [404, 399, '*']);
  assert.match(headers.get('cache-control')!, /^public, max-age=300/);
  await without.close();
  const proxy = await withWords(stage);
  for (const language of ['de', 'en'])
    assert.deepEqual(broughtBy((await proxy.get(`/words/${language}.js`)).text), {
      [language]: { ...readBuiltIn().get(language), ...own.get(language) },
    });
});

test("a further language has the operator's texts on top, and a new one the English texts that it lacks", async () => {
  await using stage = await Stage.open();
  const lines: { language?: string; missing?: number; msg: string }[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const proxy = await withWords(stage, { logger });
  const { sv } = broughtBy((await proxy.get('/words/sv.js')).text);
  assert.deepEqual(sv, { ...shipped.get('sv'), ...own.get('sv') });
  const { ga } = broughtBy((await proxy.get('/words/ga.js')).text);
  assert.deepEqual(ga, { ...english, ...own.get('en'), ...own.get('ga') });
  const told = lines.filter(({ language }) => language === 'ga');
  assert.deepEqual(
    told.map(({ missing, msg }) => [missing, msg]),
    [[Object.keys(english).length - 2, 'texts are missing, and stay in English']],
  );
  assert.ok(!lines.some(({ language }) => language === 'sv' || language === 'de'), 'nothing is missing there');
});

test('Norwegian has two codes; all else that is no language with texts is unknown, whatever it looks like', async () => {
  await using stage = await Stage.open();
  const proxy = await withWords(stage);
  const norwegian = (await proxy.get('/words/no.js')).text;
  assert.equal(norwegian, (await proxy.get('/words/nb.js')).text);
  assert.deepEqual(broughtBy(norwegian), { nb: shipped.get('nb'), no: shipped.get('nb') });
  for (const name of [
    'xx',
    'fil',
    'constructor',
    '__proto__',
    'SV',
    'sv-SE',
    's',
    'sv.js/..',
    '..%2fplaudit',
    'a/sv',
    '',
  ])
    assert.equal((await proxy.get(`/words/${name}.js`)).http, 404, name);
  for (const path of ['/words/sv', '/words/', '/words', '/words/sv.js.br', '/words/sv.JS', '/words/sv.json'])
    assert.equal((await proxy.get(path)).http, 404, path);
});

test('what somebody does to the files of a running proxy changes nothing', async () => {
  await using stage = await Stage.open();
  const directory = stage.path('widgets');
  cpSync(widgetsDirectory, directory, { recursive: true });
  const proxy = await stage.proxy({ widgetsDirectory: directory });
  const before = (await proxy.get('/words/fi.js')).text;
  writeFileSync(join(directory, 'words', 'fi.js'), 'somethingElse()');
  rmSync(join(directory, 'words', 'fi.js.br'));
  assert.equal((await proxy.get('/words/fi.js')).text, before);
});

test('/render speaks further languages, by attribute and by what the reader prefers', async () => {
  await using stage = await Stage.open();
  const proxy = await (await withWords(stage)).mirrored();
  const swedish = await proxy.get('/render/plaudit-write-review?locale=sv-SE');
  assert.equal(swedish.http, 200, swedish.text);
  assert.ok(swedish.text.includes(said('sv', 'write')), swedish.text);
  assert.match(swedish.text, /lang="sv-SE"/);
  const preferred = await proxy.get('/render/plaudit-write-review', { 'accept-language': 'fi,de;q=0.5' });
  assert.ok(preferred.text.includes(said('fi', 'write')));
  const norwegian = await proxy.get('/render/plaudit-write-review', { 'accept-language': 'no' });
  assert.ok(norwegian.text.includes(said('nb', 'write')));
  const list = await proxy.get('/render/plaudit-product-reviews?sku=SKU-1&locale=sv');
  assert.ok(list.text.includes(said('sv', 'sort')), list.text);
});

test('/render takes own texts of any language, also for English texts that come late, and falls back to English', async () => {
  await using stage = await Stage.open();
  Object.assign(stage.upstream.content, { productReviews: [] });
  const proxy = await (await withWords(stage)).mirrored();
  const render = async (path: string) => (await proxy.get(`/render/${path}`)).text;
  assert.match(await render('plaudit-write-review?locale=de'), /Erzählen Sie mal/);
  assert.match(await render('plaudit-write-review?locale=en'), /Have your say/);
  assert.match(await render('plaudit-stars?sku=SKU-NONE&locale=en'), /Nobody has said a word/);
  assert.match(await render('plaudit-stars?sku=SKU-NONE&locale=sv'), /Inga ord än/);
  assert.match(await render('plaudit-stars?sku=SKU-NONE&locale=ga'), /Gan léirmheasanna/);
  assert.match(await render('plaudit-write-review?locale=ga'), /Have your say/);
  assert.match(await render('plaudit-write-review?locale=fr'), /Écrire|Rédiger|Donner/);
});

test('a locale of no language that we have is answered in English', async () => {
  await using stage = await Stage.open();
  const proxy = await (await withWords(stage)).mirrored();
  // The first two letters of Filipino are Finnish.
  for (const locale of ['fil', 'xx', 'is-IS', 'mul']) {
    const { http, text } = await proxy.get(`/render/plaudit-write-review?locale=${locale}`);
    assert.equal(http, 200, text);
    assert.match(text, /Have your say/, locale);
  }
});

test('texts count against no limit, as files do not', async () => {
  await using stage = await Stage.open();
  const proxy = await withWords(stage, { logger: silent });
  // So many at a time as one address may have connections.
  for (let asked = 0; asked < 500; asked += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => proxy.get('/words/sv.js')));
    assert.ok(answers.every(({ http }) => http === 200));
  }
});

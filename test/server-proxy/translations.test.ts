/** Reviews in other languages, by a translator that the operator runs, on both databases. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { Refusal, shopperAnswers } from '../../contract/shopper/shopper-answers.ts';
import type { KeyLocation } from '../../review-store/secrets/open-key.ts';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import { sendJson } from '../support/fake-server.ts';
import { FakeTranslator, type TranslateCall } from '../support/fake-translator.ts';
import { longOn } from '../support/length.ts';
import { product } from './fake-upstream.ts';
import { onBothDatabases } from './both-databases.ts';
import { PacedClock } from './clocks.ts';
import { Stage, until, type Read, type TestProxy } from './harness.ts';

type Item = Record<string, unknown>;

const key = 'translator-key-planted-0123456789';
const kettle = { ...product(1), sku: 'KETTLE', title: 'Kettle' };
const written = (id: number, title: string, content: string, more: Item = {}): Item => ({
  id: String(id),
  title,
  content,
  rating: '5',
  user: { username: `person${id}`, firstName: 'Plantedname', lastName: 'L', email: `person${id}@mail.example` },
  attributes: [],
  images: [],
  solicited: '0',
  num_positive_votes: '0',
  num_negative_votes: '0',
  created: `2026-01-${String(id).padStart(2, '0')} 10:00:00`,
  published: `2026-01-${String(id).padStart(2, '0')} 10:00:00`,
  product: { sku: 'KETTLE', title: 'Kettle' },
  ...more,
});
const german = 'Der Deckel schließt nicht richtig und klappert beim Kochen immer wieder.';
const thanks = 'Danke! Schreiben Sie uns: laden@privat.example.';
const makeReviews = (): Item[] => [
  written(1, 'Schöne Kanne', `${german} Schreibt mir: kunde@privat.example oder +49 171 1234567.`),
  written(2, 'Fine', 'It has been on our stove for a year and still looks like new every morning.'),
  written(3, '', `Ohne Titel, aber mit Text. ${german}`),
  written(4, 'Nicht gut', `Diese Kanne wird viel zu heiß am Griff. ${german}`),
  written(5, 'Xq', 'Zzk 4711.'),
  written(6, 'Wartet', `Diese hier wartet noch auf die Freigabe. ${german}`, { published: 'pending' }),
  written(7, 'Lang', `${german} `.repeat(200)),
  written(8, 'Ärgerlich', `Nach einer Woche ist der Henkel abgebrochen. ${german}`),
  written(9, 'Gern wieder', `Wir benutzen sie jeden Tag und sind zufrieden. ${german}`),
  written(10, 'Beantwortet', `Der Laden hat sofort geantwortet. ${german}`, { reply: { content: thanks } }),
];

interface Shop {
  readonly stage: Stage;
  readonly proxy: TestProxy;
  readonly clock: PacedClock;
  readonly location: KeyLocation;
  readonly lines: string[];
}

const read = (proxy: TestProxy, id: number | string, to = 'en'): Promise<Read> =>
  proxy.shop(`/product/reviews/translation?review_id=${id}&to=${to}`);

async function translated(proxy: TestProxy, id: number, to = 'en') {
  const { http, body, text } = await read(proxy, id, to);
  assert.equal(http, 200, text);
  const { status, success, ...answer } = body;
  assert.deepEqual([status, success], ['OK', true]);
  return shopperAnswers.getTranslation.parse(answer).translation;
}

async function refused(answer: Promise<Read>, http: number): Promise<{ reason: string; retryAfter: number }> {
  const { http: given, body, headers, text } = await answer;
  assert.equal(given, http, text);
  const { errorReason: reason } = Refusal.parse(body);
  assert.equal(headers.get('retry-after') === null, http !== 503 && http !== 429, 'Retry-After');
  return { reason, retryAfter: Number(headers.get('retry-after')) };
}

const digestOf = async (proxy: TestProxy): Promise<Item | null> =>
  (await proxy.shop('/product/reviews?sku=KETTLE&digest=1')).body.digest;

async function open(place: (stage: Stage) => Promise<KeyLocation>, fake: FakeTranslator | null): Promise<Shop> {
  const clock = new PacedClock(1);
  const content = { products: [kettle], productReviews: makeReviews(), productQuestions: [], questions: [] };
  const stage = await Stage.open({ now: clock.now, burst: 20, content });
  const location = await place(stage);
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const proxy = await stage.proxy({ location, clock, logger, translateWith: fake?.url, translateKey: key });
  await proxy.mirrored();
  await until('every review has its gist', async () => (await digestOf(proxy)) !== null);
  if (fake) await until('the languages are known', async () => (await digestOf(proxy))!['translates'] !== undefined);
  return { stage, proxy, clock, location, lines };
}

/** What is kept, in SQL, since no answer shows what is there for nobody. */
async function kept(location: KeyLocation): Promise<string[]> {
  const db = await openProxyDatabase(location);
  try {
    const rows = await db
      .selectFrom('mirror_insight')
      .select(['subject', 'language'])
      .where('kind', '=', 'translation')
      .execute();
    return rows.map(({ subject, language }) => `${subject} ${language}`).toSorted();
  } finally {
    await db.destroy();
  }
}

const databases = onBothDatabases();

for (const [database, place] of databases) {
  describe(database, longOn(database), () => {
    let fake: FakeTranslator;
    let shop: Shop;
    before(async () => {
      fake = await FakeTranslator.start();
      shop = await open(place, fake);
    });
    after(async () => {
      await shop.stage[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    });

    test('the digest says into which languages, and the words of a review come in one of them', async () => {
      const { proxy } = shop;
      assert.deepEqual((await digestOf(proxy))!['translates'], { de: ['en', 'fr'], en: ['de', 'fr', 'zh'] });
      const before = fake.calls.length;
      const { http, body, headers } = await read(proxy, 1);
      assert.equal(http, 200);
      assert.deepEqual(body.translation, {
        title: 'en: Schöne Kanne',
        content: `en: ${german} Schreibt mir: ••• oder •••.`,
        reply: null,
        from: 'de',
        to: 'en',
      });
      // As shoppers see it: no name, no address and no number, and nothing else.
      assert.deepEqual(fake.calls.slice(before), [
        {
          q: ['Schöne Kanne', `${german} Schreibt mir: ••• oder •••.`],
          source: 'de',
          target: 'en',
          format: 'text',
          api_key: key,
        },
      ]);
      assert.match(headers.get('cache-control')!, /^public, max-age=60/);
      const again = await proxy.shop('/product/reviews/translation?review_id=1&to=en', {
        'if-none-match': headers.get('etag')!,
      });
      assert.equal(again.http, 304);
      assert.deepEqual(await translated(proxy, 3, 'EN'), {
        title: null,
        content: `en: Ohne Titel, aber mit Text. ${german}`,
        reply: null,
        from: 'de',
        to: 'en',
      });
      assert.equal((await translated(proxy, 2, 'zh')).title, 'zh-Hans: Fine');
    });

    test("the shop's reply is translated with the review", async () => {
      const { reply, content } = await translated(shop.proxy, 10);
      assert.equal(reply, 'en: Danke! Schreiben Sie uns: •••.');
      assert.match(content, /^en: Der Laden/);
      const before = fake.calls.length;
      assert.equal((await translated(shop.proxy, 10)).reply, reply);
      assert.equal(fake.calls.length, before, 'it is kept');
    });

    test('each text is translated once, for all shoppers and all instances', async () => {
      const { proxy, stage, location, clock } = shop;
      const before = fake.calls.length;
      let release: () => void = () => {};
      fake.fault = async () => {
        await new Promise<void>((resolve) => (release = resolve));
        return false;
      };
      const first = Array.from({ length: 5 }, () => translated(proxy, 4));
      await until('it is asked for', () => fake.calls.length > before);
      first.push(translated(proxy, 4));
      release();
      fake.fault = null;
      assert.equal(new Set((await Promise.all(first)).map(({ content }) => content)).size, 1);
      await translated(proxy, 4);
      if ('databaseUrl' in location) {
        const other = await stage.proxy({ location, clock, translateWith: fake.url });
        await until('the languages are known', async () => (await digestOf(other))?.['translates'] !== undefined);
        await translated(await other.mirrored(), 4);
        await other.close();
      }
      assert.equal(fake.calls.length, before + 1);
      await translated(proxy, 4, 'fr');
      assert.equal(fake.calls.length, before + 2);
    });

    test('nothing but a published review, into a language that there is, gets to the translator', async () => {
      const { proxy } = shop;
      const before = fake.calls.length;
      await refused(read(proxy, 6), 404);
      await refused(read(proxy, 999), 404);
      const pair = await refused(read(proxy, 1, 'ja'), 400);
      assert.match(pair.reason, /Parameter to must be a language that reviews in de are translated into/);
      assert.match((await refused(read(proxy, 1, 'de'), 400)).reason, /Parameter to must/);
      assert.match(
        (await refused(read(proxy, 5), 400)).reason,
        /Parameter review_id is a review in an unknown language/,
      );
      assert.match((await refused(read(proxy, 7), 400)).reason, /Parameter review_id .* 10000 characters/);
      for (const [id, to] of [
        ['', 'en'],
        ['1', ''],
        ['0', 'en'],
        ['-1', 'en'],
        ['1e9', 'en'],
        ['1;drop', 'en'],
        ['1', 'en-GB'],
        ['1', '%00'],
        ['1', 'auto'],
        ['1', `e${'n'.repeat(5_000)}`],
        ['1', 'en&to=fr'],
      ] as const)
        await refused(read(proxy, id, to), 400);
      const posted = await proxy.post('/product/reviews/translation', { q: 'Mine', review_id: '1', to: 'en' });
      assert.ok(posted.http === 404 || posted.http === 405);
      assert.equal((await proxy.shop('/product/reviews/translation?review_id=1&to=en&q=Mine')).http, 200);
      assert.equal(fake.calls.length, before);
    });

    test('a changed review is translated anew, and one that is gone has no translation', async () => {
      const { proxy, stage, clock, location } = shop;
      await translated(proxy, 1);
      await translated(proxy, 8);
      await translated(proxy, 9);
      const all = stage.upstream.content.productReviews;
      const changed = all.find((one) => one['id'] === '1')!;
      changed['content'] = `Nun doch gut. ${german}`;
      // A vote changes no word.
      all.find((one) => one['id'] === '3')!['num_positive_votes'] = '7';
      stage.upstream.content.productReviews = all.filter((one) => one['id'] !== '8');
      const isThere = async (row: string) => (await kept(location)).includes(row);
      assert.deepEqual([await isThere('1 en'), await isThere('3 en'), await isThere('8 en')], [true, true, true]);
      clock.pace = 20;
      await until('the change is mirrored', async () => !(await isThere('1 en')) && !(await isThere('8 en')));
      clock.pace = 1;
      assert.ok(await isThere('3 en'));
      await refused(read(proxy, 8), 404);
      assert.equal((await translated(proxy, 1)).content, `en: Nun doch gut. ${german}`);

      const erased = await proxy.merchant('/businesses/-/privacy/remove', { body: { email: 'person9@mail.example' } });
      assert.equal(erased.http, 200, erased.text);
      assert.ok(!(await isThere('9 en')));
      await refused(read(proxy, 9), 404);
    });

    test('what changes or goes while it is translated is not kept', async () => {
      const { proxy, stage, location } = shop;
      fake.fault = async () => {
        const all = stage.upstream.content.productReviews;
        stage.upstream.content.productReviews = all.filter((one) => one['id'] !== '4');
        const body = { email: 'person4@mail.example' };
        assert.equal((await proxy.merchant('/businesses/-/privacy/remove', { body })).http, 200);
        return false;
      };
      assert.deepEqual(
        (await kept(location)).filter((row) => row.startsWith('4 ')),
        ['4 en', '4 fr'],
      );
      const db = await openProxyDatabase(location);
      await db.deleteFrom('mirror_insight').where('subject', '=', 4).execute();
      await db.destroy();
      await refused(read(proxy, 4), 503);
      fake.fault = null;
      assert.deepEqual(
        (await kept(location)).filter((row) => row.startsWith('4 ')),
        [],
      );
      await refused(read(proxy, 4), 404);
    });
  });
}

/**
 * How a translator may answer, and what becomes of the next text that is asked for: another call, or none for so many
 * seconds.
 */
const faults: Readonly<
  Record<
    string,
    { answer(call: TranslateCall, response: ServerResponse): void; next: 'asked' | 'paused'; wait: number | null }
  >
> = {
  'that was asked too often': {
    answer: (_call, response) => sendJson(response, 429, { error: 'Slowdown' }, { 'retry-after': '77' }),
    next: 'paused',
    wait: 77,
  },
  'that fails': { answer: (_call, response) => sendJson(response, 500, { error: 'Oops' }), next: 'paused', wait: 10 },
  'that refuses the key': {
    answer: (_call, response) => sendJson(response, 403, { error: 'Invalid API key' }),
    next: 'paused',
    wait: 10,
  },
  'that hangs up': { answer: (_call, response) => void response.destroy(), next: 'paused', wait: 10 },
  'that answers a web page': {
    answer: (_call, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
    next: 'paused',
    wait: 10,
  },
  'that answers something else': {
    answer: (_call, response) => sendJson(response, 200, { translatedText: 'one', alternatives: [] }),
    next: 'paused',
    wait: 10,
  },
  'that answers without an end': {
    answer(_call, response) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"translatedText":["');
      const more = () => {
        while (response.writable && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      response.on('error', () => {});
      more();
    },
    next: 'paused',
    wait: 10,
  },
  'that answers in a million brackets': {
    answer: (_call, response) => void response.writeHead(200).end(`{"translatedText":${'['.repeat(200_000)}`),
    next: 'paused',
    wait: 10,
  },
  'that redirects': {
    answer: (_call, response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
    next: 'paused',
    wait: 10,
  },
  'that does not take a text': {
    answer: (_call, response) => sendJson(response, 400, { error: 'Invalid request: exceeds text limit: Nicht gut' }),
    next: 'asked',
    wait: null,
  },
  'that answers too few texts': {
    answer: (_call, response) => sendJson(response, 200, { translatedText: ['one'] }),
    next: 'asked',
    wait: null,
  },
  'that answers too many texts': {
    answer: (_call, response) => sendJson(response, 200, { translatedText: ['one', 'two', 'three'] }),
    next: 'asked',
    wait: null,
  },
  'that answers empty texts': {
    answer: (_call, response) => sendJson(response, 200, { translatedText: ['one', ' \u0000 '] }),
    next: 'asked',
    wait: null,
  },
  'that makes far more of a text': {
    answer: (_call, response) => sendJson(response, 200, { translatedText: ['one', 'x'.repeat(5_000)] }),
    next: 'asked',
    wait: null,
  },
};

describe('a translator', () => {
  const inFiles = async (stage: Stage): Promise<KeyLocation> => ({ directory: stage.path('data') });
  for (const [what, { answer, next, wait }] of Object.entries(faults))
    test(`${what} is not asked again for a while, and shoppers are told`, async () => {
      await using fake = await FakeTranslator.start();
      const { stage, proxy, lines, clock } = await open(inFiles, fake);
      await using _stage = stage;
      fake.fault = (call, response) => {
        answer(call, response);
        return true;
      };
      const began = clock.now();
      const first = await refused(read(proxy, 4), wait ? 503 : 400);
      if (wait) assert.ok(first.retryAfter <= wait && first.retryAfter > wait - 5, `${first.retryAfter} s`);
      else assert.match(first.reason, /Parameter review_id is a review that the translator does not translate/);
      for (let again = 0; again < 5; again += 1) await refused(read(proxy, 4), wait ? 503 : 400);
      assert.equal(fake.calls.length, 1);
      fake.fault = null;
      if (next === 'paused') await refused(read(proxy, 9), 503);
      else await translated(proxy, 9);
      assert.equal(fake.calls.length, next === 'paused' ? 1 : 2);
      if (next === 'asked') {
        clock.pace = 600;
        await until('ten minutes have passed', () => clock.now() > began + 600_000);
        clock.pace = 1;
        await translated(proxy, 4);
      }
      assert.deepEqual(fake.strayed, []);
      // Once, without a word of a review, a name or the key.
      const log = lines.join('');
      assert.equal(log.match(/Reviews are not translated/g)?.length, 1);
      assert.doesNotMatch(log, /"stack"/);
      assert.doesNotMatch(log, /Nicht gut|Kanne|Plantedname|planted-0123456789/);
      assert.match(
        (await proxy.get('/metrics')).text,
        /^plaudit_translator_calls_total\{outcome="(failed|refused)"\} 1$/m,
      );
    });

  test('what it says is cleaned: no address, no NUL, no half of a character, and no secret', async () => {
    await using fake = await FakeTranslator.start();
    const { stage, proxy } = await open(inFiles, fake);
    await using _stage = stage;
    fake.fault = (_call, response) => {
      sendJson(response, 200, { translatedText: [' \u0000Not good\ud800 ', `<b>mail</b> a@b.example ${key}`] });
      return true;
    };
    assert.deepEqual(await translated(proxy, 4), {
      title: 'Not good\ufffd',
      content: '<b>mail</b> ••• •••',
      reply: null,
      from: 'de',
      to: 'en',
    });
  });

  test('gets a few calls at a time, and a shopper who waited long is told when to come back', async () => {
    await using fake = await FakeTranslator.start();
    const { stage, proxy, clock } = await open(inFiles, fake);
    await using _stage = stage;
    const held: (() => void)[] = [];
    let most = 0;
    let running = 0;
    fake.fault = async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => held.push(resolve));
      running -= 1;
      return false;
    };
    const ids = [1, 3, 4, 8, 9];
    const asked = ids.flatMap((id) => [read(proxy, id), read(proxy, id, 'fr')]);
    await until('four are asked for', () => fake.calls.length === 4);
    clock.pace = 100;
    const first = await Promise.all(asked);
    clock.pace = 1;
    assert.deepEqual(new Set(first.map(({ http }) => http)), new Set([503]));
    assert.equal(fake.calls.length, 4);
    // They are translated all the same, and are there for whoever asks again.
    const finish = setInterval(() => held.shift()?.(), 5);
    await until('all are translated', () => fake.calls.length === 10);
    for (const id of ids) await translated(proxy, id);
    clearInterval(finish);
    assert.equal(most, 4);
    assert.equal(fake.calls.length, 10);
  });

  test('is asked for so many translations of one address and no more; what is kept costs nothing', async () => {
    await using fake = await FakeTranslator.start();
    const targets = Array.from({ length: 26 }, (_none, index) => `x${String.fromCodePoint(97 + index)}`);
    fake.languages = { de: ['en', ...targets] };
    const { stage, proxy } = await open(inFiles, fake);
    await using _stage = stage;
    let made = 0;
    let late: Read | undefined;
    for (const to of targets) {
      const answer = await read(proxy, 4, to);
      if (answer.http === 200) made += 1;
      else late ??= answer;
    }
    assert.ok(made >= 10 && made < 26, `${made} were made`);
    assert.equal(late!.http, 429);
    assert.ok(Number(late!.headers.get('retry-after')) >= 1);
    for (let again = 0; again < 60; again += 1) await translated(proxy, 4, targets[0]);
    assert.equal(fake.calls.length, made);
  });

  test('leaves an address its filters, however many translations it wants', async () => {
    await using fake = await FakeTranslator.start();
    const targets = Array.from({ length: 26 }, (_none, index) => `x${String.fromCodePoint(97 + index)}`);
    fake.languages = { de: ['en', ...targets] };
    const { stage, proxy } = await open(inFiles, fake);
    await using _stage = stage;
    const answers = await Promise.all(targets.map((to) => read(proxy, 4, to)));
    assert.ok(answers.some(({ http }) => http === 429));
    for (const word of ['Kanne', 'lid', 'gut', 'pot', 'tea', 'new', 'old', 'red', 'big', 'tin'])
      assert.equal((await proxy.shop(`/product/reviews?sku=KETTLE&q=${word}&verified=1`)).http, 200, word);
  });

  test('that says nothing of its languages translates nothing, and is found again by itself', async () => {
    await using fake = await FakeTranslator.start();
    fake.otherLanguages = { hello: 'world' };
    const clock = new PacedClock(1);
    await using stage = await Stage.open({
      now: clock.now,
      burst: 20,
      content: { products: [kettle], productReviews: makeReviews() },
    });
    const proxy = await (await stage.proxy({ clock, translateWith: fake.url })).mirrored();
    await until('every review has its gist', async () => (await digestOf(proxy)) !== null);
    await until('it was asked', () => fake.languagesAsked > 0);
    assert.equal((await digestOf(proxy))!['translates'], undefined);
    await refused(read(proxy, 4), 503);
    fake.otherLanguages = undefined;
    clock.pace = 20;
    await until('its languages are known', async () => (await digestOf(proxy))!['translates'] !== undefined);
    clock.pace = 1;
    await translated(proxy, 4);
  });
});

test('what was translated is there after a restart, with a translator that is gone', async () => {
  const fake = await FakeTranslator.start();
  const { stage, proxy, clock, location } = await open(async (stage) => ({ directory: stage.path('data') }), fake);
  await using _stage = stage;
  const before = await translated(proxy, 4);
  await proxy.close();
  const translateWith = fake.url;
  await fake[Symbol.asyncDispose]();
  const again = await stage.proxy({ location, clock, translateWith });
  await until('the mirror is there', async () => (await digestOf(await again.mirrored())) !== null);
  assert.deepEqual(await translated(again, 4), before);
  await refused(read(again, 9), 503);
});

test('without a translator there is no path, and digests promise none', async () => {
  const { stage, proxy } = await open(async (stage) => ({ directory: stage.path('data') }), null);
  await using _stage = stage;
  assert.ok(!('translates' in (await digestOf(proxy))!));
  await refused(read(proxy, 1), 404);
});

/**
 * No parameter of any operation, on either program, costs more than its length: hostile texts of 12 KB, and hostile
 * texts as long as a parameter may be, cost at most 50 ms of processor time more than a plain request.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { endpoints, type Endpoint, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import { longestValues } from '../../contract/endpoints/read-parameters.ts';
import { shopperPolicies } from '../../server-proxy/shopper/policies.ts';
import { FakeUpstream } from '../server-proxy/fake-upstream.ts';
import { fastClock, startNow } from '../server-proxy/clocks.ts';
import { merchantKey, until } from '../server-proxy/harness.ts';
import { isLong, rounds } from '../support/length.ts';
import { clockFactor, fillers, MeasuredProgram, owner, shop } from './measured.ts';

const LONG = 12 * 1024;
/** Of a query, as it is written in an address: the headers of a request may have 16 KB together. */
const LONGEST_QUERY = 14_000;

/** What each parameter is meant to be, where it has to be given. */
const meant: Readonly<Record<string, string>> = {
  email: 'ann@x.example',
  password: 'wrong',
  businesses: '["shop.example"]',
  review_no: '1',
  reason: 'other',
  message: 'Not about us',
  text: 'Thank you',
  body: 'Hello',
  subject: 'Your review',
  username: 'kim',
  order_id: '1',
  order_date: '2026-01-02',
  product_id: '2',
  image_id: '1',
  sku: 'MUG',
  title: 'Fine',
  content: 'Fine',
  rating: '5',
  review_id: '1',
  question_id: '1',
  vote: 'positive',
  product_skus: 'MUG',
  image: 'http://127.0.0.1:1/x.png',
};

/** One program, and how to ask it for an operation. */
interface Target {
  readonly program: MeasuredProgram;
  readonly names: readonly EndpointName[];
  path(name: EndpointName): string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Whether a parameter that is too long has to be refused. */
  readonly refuses: boolean;
  /** Parameters of the API that it does not take. */
  readonly unknown?: readonly string[];
  /** Whether a refusal names the parameter apart from its words. */
  readonly namesField: boolean;
  /** In the short form each parameter is given every so manieth text. */
  readonly step: number;
}

let networks = 0;
/** Requests that come from different addresses meet no limit of one. */
const another = (): string => `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks++ & 255}`;

async function ask(target: Target, name: EndpointName, given: Readonly<Record<string, string>>): Promise<Response> {
  const { method, sends }: Endpoint = endpoints[name];
  const url = new URL(target.path(name), target.program.url);
  const headers = { 'x-forwarded-for': another(), ...target.headers };
  if (sends === 'query') {
    url.search = new URLSearchParams({ ...target.query, ...given }).toString();
    const answer = await fetch(url, { method, headers });
    if (name !== 'listChanges' || answer.status !== 429) return answer;
    // Its limit is of so many pages a second, by a clock that no test sets.
    await answer.text();
    await wait(Number(answer.headers.get('retry-after')) * 1_000);
    return ask(target, name, given);
  }
  url.search = new URLSearchParams(target.query).toString();
  return fetch(url, { method, headers, body: new URLSearchParams(given) });
}

/** The longest beginning of a text that an address has room for. */
function fitting(text: string): string {
  let length = text.length;
  while (new URLSearchParams({ '': text.slice(0, length) }).toString().length > LONGEST_QUERY)
    length = Math.floor(length * 0.8);
  return text.slice(0, length);
}

/** In the short form every so manieth, others for each parameter; all of them where it went wrong before. */
const some = (all: readonly string[], at: number, step: number, parameter = ''): readonly string[] =>
  isLong || parameter === 'price_range' ? all : all.filter((_filler, index) => (index + at) % step === 0);

async function attack(target: Target, name: EndpointName): Promise<void> {
  const longest = longestValues(name);
  const plain = Object.fromEntries(
    Object.keys(longest).flatMap((parameter) =>
      meant[parameter] === undefined ? [] : [[parameter, meant[parameter]]],
    ),
  );
  const isQuery = endpoints[name].sends === 'query';
  await (await ask(target, name, plain)).text();
  const plainMs = await target.program.plainCost(async () => (await ask(target, name, plain)).text());
  for (const [at, [parameter, most]] of Object.entries(longest).entries()) {
    for (const filler of [...some(fillers(LONG), at, target.step, parameter), ...some(fillers(most), at, 28)]) {
      const value = isQuery ? fitting(filler) : filler;
      const what = `${name} ${parameter} ${JSON.stringify(value.slice(0, 12))} of ${value.length}`;
      const once = async (): Promise<void> => {
        const answer = await ask(target, name, { ...plain, [parameter]: value });
        const text = await answer.text();
        assert.notEqual(answer.status, 500, `${what}: ${text}`);
        if (!target.refuses || value.length <= most) return;
        assert.equal(answer.status, 400, `${what}: ${text}`);
        assert.deepEqual(JSON.parse(text), {
          status: 'ERROR',
          success: false,
          errorCode: 306,
          errorReason: target.unknown?.includes(parameter)
            ? `Parameter ${parameter} is unknown here`
            : `Parameter ${parameter} is longer than ${most} characters`,
          ...(target.namesField ? { field: parameter } : {}),
        });
      };
      await target.program.assertCheap(what, plainMs, once);
    }
  }
}

async function attackHeaders(target: Target, name: EndpointName): Promise<void> {
  const plainMs = await target.program.plainCost(async () => (await ask(target, name, {})).text());
  const names = [
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'content-type',
    'cookie',
    'if-none-match',
    'if-modified-since',
    'range',
    'origin',
    'referer',
    'user-agent',
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'idempotency-key',
    'plaudit-visitor',
    'plaudit-customer',
    'plaudit-voter',
  ];
  for (const [at, header] of names.entries()) {
    for (const filler of some(fillers(LONG), at, 14)) {
      const value = filler.replace(/[^\t\x20-\x7e]/g, 'x').trim();
      const headers = { ...target.headers, [header]: value };
      await target.program.assertCheap(
        `${name} with ${header} ${JSON.stringify(value.slice(0, 12))}`,
        plainMs,
        async () => {
          const answer = await ask({ ...target, headers }, name, {});
          await answer.text();
          assert.notEqual(answer.status, 500);
        },
      );
    }
  }
}

const everything = Object.keys(endpoints) as EndpointName[];

test('no parameter keeps the service busy', { timeout: rounds(1_200_000, 7_200_000) }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-long-'));
  try {
    await using program = await MeasuredProgram.start('service', directory);
    const path = (name: EndpointName) => `/v1${endpoints[name].path.replace('{business}', shop)}`;
    const nobody: Target = {
      program,
      names: everything,
      path,
      headers: {},
      query: { client_token: program.clientToken },
      refuses: true,
      namesField: false,
      step: 14,
    };
    const { token } = (await (await ask(nobody, 'login', { email: owner.email, password: owner.password })).json()) as {
      token: string;
    };
    const target = { ...nobody, headers: { user_token: token } };
    for (const name of target.names) await attack(target, name);
    for (const name of ['listReviews', 'addComment'] as const) await attackHeaders(target, name);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test(
  'no parameter keeps the proxy busy, from a shopper or from a merchant',
  { timeout: rounds(1_200_000, 7_200_000) },
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'plaudit-long-'));
    const start = startNow();
    const upstream = await new FakeUpstream({
      now: () => fastClock(clockFactor, start).now(),
      extensions: 'ask, answer, report, reply, revote, verified',
    }).start();
    try {
      await using program = await MeasuredProgram.start('proxy', directory, upstream.url, JSON.stringify(start));
      await until('the mirror is complete', async () => {
        const { businesses } = (await (await fetch(new URL('/readyz', program.url))).json()) as {
          businesses?: { complete: boolean }[];
        };
        return businesses?.every(({ complete }) => complete) === true;
      });
      const shopper: Target = {
        program,
        names: everything.filter((name) => name in shopperPolicies),
        path: (name) => `/v1${endpoints[name].path.replace('{business}', shop)}`,
        headers: {},
        query: {},
        refuses: false,
        namesField: true,
        step: 28,
      };
      const merchant: Target = {
        ...shopper,
        names: everything.filter((name) => name !== 'login' && name !== 'listChanges'),
        path: (name) => `/merchant${shopper.path(name)}`,
        headers: { authorization: `Bearer ${merchantKey}` },
        refuses: true,
        unknown: ['hold'],
      };
      for (const target of [shopper, merchant]) for (const name of target.names) await attack(target, name);
      await attackHeaders(shopper, 'listProductReviews');
      await attackHeaders(shopper, 'voteOnProductReview');
      await attackBulkStats(shopper);
    } finally {
      await upstream.stop();
      rmSync(directory, { recursive: true, force: true });
    }
  },
);

async function attackBulkStats(target: Target): Promise<void> {
  const path = (skus: string) =>
    new URL(
      `/v1/businesses/${shop}/product/reviews/stats?${new URLSearchParams({ skus }).toString()}`,
      target.program.url,
    );
  const plainMs = await target.program.plainCost(async () => (await fetch(path('SKU-1'))).text());
  for (const filler of some(fillers(LONG), 0, 3))
    await target.program.assertCheap('skus', plainMs, async () => (await fetch(path(fitting(filler)))).text());
}

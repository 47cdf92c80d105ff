/** The rules for Prometheus: every metric is one that the programs answer, and every alert can fire. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';
import { setFeed } from '../../review-service/catalogue/feeds.ts';
import { Stage } from '../server-proxy/harness.ts';
import { TestService } from '../support/review-service.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
}

interface Sample {
  readonly name: string;
  readonly labels: string;
  readonly value: number;
}

const rules = (
  parse(readFileSync(join(import.meta.dirname, '../../deploy/prometheus/plaudit.rules.yml'), 'utf8')) as {
    groups: { rules: Rule[] }[];
  }
).groups.flatMap((group) => group.rules);

let directory: string;
let samples: Sample[];
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-rules-'));
  const service = await new TestService({ directory: join(directory, 'data') }).start();
  await using stage = await Stage.open();
  try {
    await service.account('shop.example');
    await service.withDatabase((db) =>
      setFeed(db, 'shop.example', { url: 'http://127.0.0.1/feed.xml', everyMs: 3_600_000 }, service.clock.now),
    );
    const proxy = await (await stage.proxy()).mirrored();
    const ofService = await fetch(`${service.url}/metrics`);
    samples = [...samplesOf(await ofService.text()), ...samplesOf((await proxy.get('/metrics')).text)];
    const data = join(directory, 'data');
    await fetch(`${service.url}/readyz`);
    const written = statSync(data, { bigint: true }).mtimeNs;
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
    assert.equal(statSync(data, { bigint: true }).mtimeNs, written, '/readyz writes no file');
  } finally {
    await service.stop();
  }
});
after(() => rmSync(directory, { recursive: true, force: true }));

function samplesOf(text: string): Sample[] {
  return [...text.matchAll(/^(plaudit_\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels = '', value]) => ({
    name: name!,
    labels,
    value: Number(value),
  }));
}

/** The forms that the rules are written in: a bound for a value, or for the age of a moment that there is. */
const form =
  /^(?<age>time\(\) - )?\(?(?<name>\w+)(?:\{(?<label>\w+)=(?<like>~)?"(?<wanted>[\w|]+)"\})?(?<some> > 0\))? > (?<bound>\d+)$/;

/** Whether an alert is pending. @param now - in seconds since 1970. */
function fires(expr: string, given: readonly Sample[], now: number): boolean {
  const { age, name, label, wanted, some, bound } = form.exec(expr)!.groups!;
  const pattern = label === undefined ? /^/ : new RegExp(`(^|,)${label}="(${wanted})"(,|$)`);
  return given
    .filter((sample) => sample.name === name && pattern.test(sample.labels))
    .some(({ value }) => (!some || value > 0) && (age ? now - value : value) > Number(bound));
}

test('every metric of a rule is answered, with the labels that the rule asks for', () => {
  assert.ok(rules.length >= 10);
  for (const { alert, expr } of rules) {
    const { name, label, wanted } = form.exec(expr)?.groups ?? {};
    assert.ok(name !== undefined, `${alert}: ${expr}`);
    for (const one of wanted?.split('|') ?? [''])
      assert.ok(
        samples.some(
          (sample) => sample.name === name && (label === undefined || sample.labels.includes(`${label}="${one}"`)),
        ),
        `${alert}: nothing answers ${name} with ${label} ${one}`,
      );
  }
});

test('every alert fires beyond its bound, and is silent below', () => {
  const now = 2_000_000_000;
  for (const { alert, expr } of rules) {
    const { age, name, bound } = form.exec(expr)!.groups!;
    const at = (distance: number) =>
      samples
        .filter((sample) => sample.name === name)
        .map((sample) => ({ ...sample, value: age ? now - Number(bound) - distance : Number(bound) + distance }));
    assert.equal(fires(expr, at(1), now), true, alert);
    assert.equal(fires(expr, at(0), now), false, alert);
  }
  const nothingWaits = samples.map((sample) => ({ ...sample, value: 0 }));
  const silent = rules.filter(({ expr }) => !fires(expr, nothingWaits, now)).map(({ alert }) => alert);
  assert.deepEqual(
    rules.map(({ alert }) => alert).filter((alert) => !silent.includes(alert)),
    ['PlauditBackupOld'],
    'without a backup that one alone fires',
  );
});

test('the bounds that the documents give for a metric are those of its rule', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/running-the-proxy.md'), 'utf8');
  const boundsOf = (metric: string) =>
    rules.map(({ expr }) => form.exec(expr)!.groups!).flatMap(({ name, bound }) => (name === metric ? [bound!] : []));
  const said = [...page.matchAll(/`(plaudit_\w+)(?:\{.*?\})? > ([\d.]+)`/g)].flatMap(([, metric = '', bound = '']) =>
    boundsOf(metric).map((ruled) => ({ metric, bound, ruled })),
  );
  assert.ok(said.length >= 4);
  for (const { metric, bound, ruled } of said) assert.equal(bound, ruled, metric);
});

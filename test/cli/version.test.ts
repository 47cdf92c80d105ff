/** Which version runs is said wherever an operator looks. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../server-proxy/harness.ts';
import { freePort } from '../support/ports.ts';
import { runProgram, startProgram } from '../support/program.ts';

const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
const { version } = JSON.parse(manifest) as { version: string };

test('--version prints the version alone', async () => {
  assert.deepEqual(await runProgram(['--version']), { status: 0, out: `${version}\n`, err: '' });
});

test('both programs say their version in /healthz, in /metrics and in the first line of the log', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'plaudit-version-'));
  t.after(() => rmSync(data, { recursive: true, force: true }));
  const port = await freePort(2);
  const child = startProgram(['start', '--port', String(port), '--data', data], { PLAUDIT_LOG_LEVEL: 'info' });
  const gone = once(child, 'exit');
  let [out, log] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (log += chunk.toString()));
  await until('it is ready', () => /ready: .*\n/.test(out) || child.exitCode !== null);
  for (const [name, at] of [
    ['proxy', port],
    ['review-service', port + 1],
  ] as const) {
    const url = `http://127.0.0.1:${at}`;
    const health = (await (await fetch(`${url}/healthz`)).json()) as { version: string };
    assert.equal(health.version, version, name);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    assert.ok(metrics.includes(`plaudit_build_info{version="${version}"} 1\n`), name);
    const lines = log.split('\n').filter((line) => line.includes(`"name":"${name}"`));
    assert.equal((JSON.parse(lines[0]!) as { version?: string }).version, version, lines[0]);
  }
  child.kill('SIGTERM');
  assert.deepEqual(await gone, [0, null], log);
});

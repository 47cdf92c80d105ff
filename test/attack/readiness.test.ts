/** Whoever asks a program again and again how it is, is told, and wears no disk. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Stage } from '../server-proxy/harness.ts';
import { TestService } from '../support/review-service.ts';

/** A file that is made and deleted again changes its directory. A program may have work of its own there, but not always. */
async function assertWritesNothing(url: string, directory: string): Promise<void> {
  const hasChanged = async () => {
    const before = statSync(directory).mtimeMs;
    for (let look = 0; look < 20; look += 1) assert.equal((await fetch(`${url}/readyz`)).status, 200);
    return statSync(directory).mtimeMs !== before;
  };
  for (let round = 1; await hasChanged(); round += 1) assert.ok(round < 10, 'each round wrote');
}

test('asking how a service is writes no file', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-ready-'));
  const service = await new TestService({ directory }).start();
  try {
    await assertWritesNothing(service.url, directory);
  } finally {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});

test('asking how a proxy is writes no file', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  await assertWritesNothing(proxy.url, stage.path('data'));
});

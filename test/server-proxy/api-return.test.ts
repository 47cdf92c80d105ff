import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { enqueue } from '../../review-store/jobs/jobs.ts';
import { openProxyDatabase, storeOf } from '../../server-proxy/state/open.ts';
import { watchForReturn } from '../../server-proxy/writes/api-return.ts';
import { WRITE } from '../../server-proxy/writes/outbox/outbox-rows.ts';
import { fastClock } from './clocks.ts';
import { until } from './harness.ts';

test('a return of the API that could not be stored is acted on when the database takes it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-return-'));
  const db = await openProxyDatabase({ directory });
  const clock = fastClock(20);
  const now = clock.now();
  const dueAt = now + 60_000;
  for (const [id, at] of [
    ['soon', dueAt],
    ['failed often', dueAt + 900_000],
  ] as const)
    await enqueue(storeOf(db), { id, kind: WRITE, key: 'shop.example', payload: '', now, dueAt: at });
  const dueAtOf = async () =>
    (await db.selectFrom('job').select('due_at').orderBy('id').execute()).map((job) => job.due_at);
  {
    using data = new DatabaseSync(join(directory, 'proxy.sqlite'));
    data.exec('alter table job rename to job_elsewhere');
    let failures = 0;
    const client = { isAway: false, onReturn() {}, call: () => assert.fail('nobody is asked') };
    const logger = { error: () => void (failures += 1) };
    const returns = watchForReturn({ db, client, businesses: ['shop.example'], clock, logger });
    await until('it failed', () => failures > 0);
    data.exec('alter table job_elsewhere rename to job');
    await until('it is due', async () => (await dueAtOf())[1]! < dueAt);
    assert.deepEqual([(await dueAtOf())[0], failures], [dueAt + 900_000, 1]);
    await returns.close();
  }
  await db.destroy();
  rmSync(directory, { recursive: true, force: true });
});

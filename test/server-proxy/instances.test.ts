import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Instances } from '../../server-proxy/state/instances.ts';
import { Lease, releaseLeases } from '../../server-proxy/state/lease.ts';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import { testProgram } from '../support/present-program.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { ManualClock, settle } from './clocks.ts';
import { silent, until } from './harness.ts';

let postgres: UsedPostgres;
let directory: string;
before(async () => {
  postgres = await usePostgres();
  directory = mkdtempSync(join(tmpdir(), 'plaudit-instances-'));
});
after(async () => {
  rmSync(directory, { recursive: true, force: true });
  await postgres.stop();
});

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  test(`a lease of an hour is free as soon as its holder was killed, and not before, on ${database}`, async () => {
    const location = database === 'SQLite' ? directory : await freshDatabase(postgres.url, 'proxy');
    const child = spawn(process.execPath, [testProgram('test/server-proxy/lease-holder.ts'), location], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    assert.equal(said.toString(), 'held');
    const db = await openProxyDatabase(database === 'SQLite' ? { directory } : { databaseUrl: location });
    // No time passes here: nothing runs out.
    const clock = new ManualClock();
    const next = async () => {
      const instances = new Instances({ db, clock, logger: silent, releases: [releaseLeases] });
      await instances.open();
      const taken = await new Lease({ db, clock, name: 'task', ttlMs: 3_600_000, holder: instances.id }).take();
      await instances.close();
      return taken;
    };
    clock.now = () => Date.now();
    const whileItLives = await next();
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    const afterwards = await next();
    await db.destroy();
    assert.deepEqual([whileItLives, afterwards], [false, true]);
  });
}

test('an instance of another machine is gone once its beats stand still, whatever its clock shows', async () => {
  const db = await openProxyDatabase({ databaseUrl: await freshDatabase(postgres.url, 'proxy') });
  const clock = new ManualClock();
  const foreign = {
    id: 'foreign',
    machine: 'another',
    pid: 1,
    process_start: '1',
    started_at: clock.now() + 1e9,
    beats: 1,
  };
  await db.insertInto('proxy_instance').values(foreign).execute();
  const lease = () => db.selectFrom('proxy_lease').select('holder').executeTakeFirst();
  await db
    .insertInto('proxy_lease')
    .values({ name: 'task', holder: 'foreign', held_until: clock.now() + 1e12 })
    .execute();
  const instances = new Instances({ db, clock, logger: silent, releases: [releaseLeases] });
  await instances.open();
  for (let beats = 2; beats < 8; beats += 1) {
    await db.updateTable('proxy_instance').set({ beats }).where('id', '=', 'foreign').execute();
    await clock.advance(2_000, 2_000);
    await settle(200);
  }
  assert.deepEqual(await lease(), { holder: 'foreign' });
  const passing = setInterval(() => void clock.advance(2_000, 2_000), 20);
  await until('its lease is free', async () => (await lease()) === undefined);
  clearInterval(passing);
  await instances.close();
  await db.destroy();
});

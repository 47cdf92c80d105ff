/** An instance that takes a lease and lives on, to be killed: says `held` on standard output. */
import { systemClock } from '../../server-kit/clock.ts';
import { Instances } from '../../server-proxy/state/instances.ts';
import { Lease } from '../../server-proxy/state/lease.ts';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import { silent } from './harness.ts';

const [location = ''] = process.argv.slice(2);
const db = await openProxyDatabase(
  location.startsWith('postgres:') ? { databaseUrl: location } : { directory: location },
);
const instances = new Instances({ db, clock: systemClock, logger: silent, releases: [] });
await instances.open();
const lease = new Lease({ db, clock: systemClock, name: 'task', ttlMs: 3_600_000, holder: instances.id });
process.stdout.write((await lease.take()) ? 'held' : 'refused');
setInterval(() => {}, 60_000);

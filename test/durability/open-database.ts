/**
 * Opens the data of a program as its start does, and ends; to be killed. Says `opening` before, and `ready` after.
 * Arguments: `service`, `proxy` or `demo`, a directory or the address of a database. For the demo, no pictures are
 * prepared, which takes longest and writes nothing.
 */
import { pino } from 'pino';
import { openServiceDatabase } from '../../review-service/database.ts';
import type { Database } from '../../review-service/data/tables.ts';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';

const [program, place = ''] = process.argv.slice(2);
// As after a backup by the operator.
const location = place.startsWith('postgres:') ? { databaseUrl: place, keepCopy: false } : { directory: place };
process.stdout.write('opening\n');
if (program === 'proxy') {
  await (await openProxyDatabase(location)).destroy();
} else {
  const db = await openServiceDatabase(location);
  if (program === 'demo') await loadDemo(db);
  await db.destroy();
}
process.stdout.write('ready\n');

async function loadDemo(db: Database): Promise<void> {
  const { loadDemoData } = await import('../../review-service/demo-shop/demo.ts');
  await loadDemoData(db, pino({ level: 'silent' }), noPictures);
}

/** As many and as large as those of the demo. */
async function noPictures() {
  const bytes = Buffer.alloc(25_000, 1);
  const sizes = { contentType: 'image/jpeg', original: bytes, normal: bytes, large: bytes, small: bytes } as const;
  return new Map(Array.from({ length: 91 }, (_none, at) => [`picture ${at}`, { key: `key-${at}`, sizes }]));
}

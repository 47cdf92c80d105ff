/**
 * Opens the data of a program as its start does, and ends; to be killed. Says `opening` before, and `ready` after.
 * Arguments: `service` or `proxy`, a directory or the address of a database.
 */
import { openServiceDatabase } from '../../review-service/database.ts';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';

const [program, place = ''] = process.argv.slice(2);
const location = place.startsWith('postgres:') ? { databaseUrl: place } : { directory: place };
process.stdout.write('opening\n');
const db = program === 'service' ? await openServiceDatabase(location) : await openProxyDatabase(location);
process.stdout.write('ready\n');
await db.destroy();

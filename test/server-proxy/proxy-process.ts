/** A proxy in a process of its own, so that it can be killed: prints its address once it listens. */
import { join } from 'node:path';
import { createLogger } from '../../server-kit/log.ts';
import { startProxy } from '../../server-proxy/proxy.ts';
import { account as usual } from './fake-upstream.ts';
import { fastClock, startNow, type Start } from './clocks.ts';
import { customerSecret } from './harness.ts';

const [upstream = '', location = '', factor = '1', start = JSON.stringify(startNow())] = process.argv.slice(2);
const given = process.env['PLAUDIT_TEST_ACCOUNT'];
const account = given === undefined ? usual : (JSON.parse(given) as typeof usual);
const { url } = await startProxy({
  host: '127.0.0.1',
  port: 0,
  upstream,
  businesses: ['shop.example'],
  location: location.startsWith('postgres:') ? { databaseUrl: location } : { directory: location },
  ...account,
  customerSecret,
  origins: [],
  trustedProxies: ['127.0.0.1'],
  widgetsDirectory: join(import.meta.dirname, 'files', 'widgets'),
  logger: createLogger('proxy', process.env['PLAUDIT_LOG_LEVEL'] ?? 'silent'),
  clock: fastClock(Number(factor), JSON.parse(start) as Start),
});
process.stdout.write(`${url}\n`);

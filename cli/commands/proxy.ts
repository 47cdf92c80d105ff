import { isReadOnTheWay } from '../../server-kit/network/public-url.ts';
import { requireBundle } from '../settings/bundle.ts';
import { firstBusiness } from '../business.ts';
import { command, type Command } from '../settings/command.ts';
import {
  askedServers,
  connectionLimits,
  flag,
  flags,
  openDoorway,
  readLogLevel,
  serverEnvironment,
  usualDirectory,
  usualDrain,
} from '../settings/flags.ts';
import { showMirroring } from '../mirroring.ts';
import { findPlaces, prepareProxyPlace, requireIdle, sayWhatIsUnused } from '../places.ts';
import { proxyEnvironment, readProxyEnvironment } from '../settings/proxy-environment.ts';
import { serve, StopSignal } from '../running.ts';
import { readWords } from '../settings/words.ts';
import { keepStartedWith } from '../settings/started-with.ts';
import { readAddress, readDomains, UsageError } from '../settings/settings.ts';

export const proxy: Command = command({
  name: 'proxy',
  purpose: 'runs the proxy, in front of any server that speaks the API',
  flags: {
    port: flag('port', { default: '4000' }),
    ...flags('host'),
    upstream: { value: 'URL', read: readAddress, required: true, help: 'the API, such as http://127.0.0.1:4001/v1' },
    business: {
      value: 'DOMAIN[,DOMAIN]',
      help: 'the businesses it serves, by site domain; needed on the first start, and where there are several',
    },
    ...flags('data', 'database-url', 'no-copy', 'public-url'),
    ...flags('scales', 'translate-with', 'summarise-with', 'summarise-model', 'words'),
    ...flags('max-connections', 'max-connections-per-address'),
    strict: { help: 'refuse to start if the API is on another machine and called without TLS' },
    ...flags('drain', 'beside'),
  },
  environment: {
    PLAUDIT_CLIENT_TOKEN: 'the client token at the API (required)',
    PLAUDIT_EMAIL: 'the account at the API (required)',
    PLAUDIT_PASSWORD: 'its password (required)',
    ...proxyEnvironment,
    ...serverEnvironment,
  },
  async run(settings, env, given) {
    const { port, host, upstream, business, scales = [] } = settings;
    const places = await findPlaces(settings);
    if (settings.strict && isReadOnTheWay(upstream))
      throw new UsageError(
        '--upstream must be an https address: with --strict nothing goes to another machine without TLS',
      );
    const options = {
      port,
      host,
      ...connectionLimits(settings),
      upstream,
      // Once it has run, its data says which business it serves.
      businesses: business ? readDomains(business, '--business') : [await firstBusiness(settings, 'proxy')],
      location: places.proxy,
      publicUrl: settings['public-url'],
      clientToken: secret(env, 'PLAUDIT_CLIENT_TOKEN'),
      email: secret(env, 'PLAUDIT_EMAIL'),
      password: secret(env, 'PLAUDIT_PASSWORD'),
      ...readProxyEnvironment(env),
      scales,
      ...askedServers(settings),
      words: readWords(settings.words),
      widgetsDirectory: requireBundle().widgets,
    };
    const level = readLogLevel(env);
    sayWhatIsUnused(places);
    const stop = new StopSignal(env);
    const door = await openDoorway(options, settings.beside);
    await requireIdle(places, settings.beside);
    await prepareProxyPlace(places.proxy);
    const [{ createLogger }, { startProxy }] = await Promise.all([
      import('../../server-kit/log.ts'),
      import('../../server-proxy/proxy.ts'),
    ]);
    const running = await startProxy({ ...options, ...door, logger: createLogger('proxy', level) });
    keepStartedWith(usualDirectory(settings), proxy, given, env);
    serve(`Proxy is ready: ${running.url}`, [running], stop, settings.drain ?? usualDrain());
    void showMirroring(() => running.mirroring(), process.stderr);
  },
});

function secret(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new UsageError(`${name} is not set: the proxy needs the account at the API in its environment`);
  return value;
}

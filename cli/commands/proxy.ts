import { isReadOnTheWay } from '../../server-kit/network/public-url.ts';
import { requireBundle } from '../settings/bundle.ts';
import { firstBusiness } from '../business.ts';
import { command, type Command } from '../settings/command.ts';
import {
  connectionFlags,
  flags,
  openDoorway,
  readConnectionLimits,
  readDrain,
  readListening,
  readLogLevel,
  readPublicUrl,
  readScalesFlag,
  readSummariseWith,
  readTranslateWith,
  readWordsFlag,
  serverEnvironment,
  usualDirectory,
} from '../settings/flags.ts';
import { showMirroring } from '../mirroring.ts';
import { findPlaces, prepareProxyPlace, requireIdle, sayWhatIsUnused } from '../places.ts';
import { proxyEnvironment, readProxyEnvironment } from '../settings/proxy-environment.ts';
import { serve, StopSignal } from '../running.ts';
import { keepStartedWith } from '../settings/started-with.ts';
import { readAddress, readDomains, UsageError } from '../settings/settings.ts';

export const proxy: Command = command({
  name: 'proxy',
  summary: 'runs the proxy, in front of any server that speaks the API',
  flags: {
    port: flags.port('4000'),
    host: flags.host,
    upstream: { value: 'URL', required: true, help: 'the API, such as http://127.0.0.1:4001/v1' },
    business: {
      value: 'DOMAIN[,DOMAIN]',
      help: 'the businesses it serves, by site domain; needed on the first start, and where there are several',
    },
    data: flags.data,
    'database-url': flags.databaseUrl,
    'no-copy': flags.noCopy,
    'public-url': flags.publicUrl,
    scales: flags.scales,
    'translate-with': flags.translateWith,
    'summarise-with': flags.summariseWith,
    'summarise-model': flags.summariseModel,
    words: flags.words,
    ...connectionFlags,
    strict: { help: 'refuse to start if the API is on another machine and called without TLS' },
    drain: flags.drain,
    beside: flags.beside,
  },
  environment: {
    PLAUDIT_CLIENT_TOKEN: 'the client token at the API (required)',
    PLAUDIT_EMAIL: 'the account at the API (required)',
    PLAUDIT_PASSWORD: 'its password (required)',
    ...proxyEnvironment,
    ...serverEnvironment,
  },
  async run(settings, env) {
    const places = await findPlaces(settings);
    const options = {
      ...readListening(settings),
      ...readConnectionLimits(settings),
      upstream: readUpstream(settings.upstream ?? '', settings.strict),
      businesses: await readServed(settings),
      location: places.proxy,
      ...readPublicUrl(settings['public-url']),
      clientToken: secret(env, 'PLAUDIT_CLIENT_TOKEN'),
      email: secret(env, 'PLAUDIT_EMAIL'),
      password: secret(env, 'PLAUDIT_PASSWORD'),
      ...readProxyEnvironment(env),
      ...readScalesFlag(settings.scales),
      ...readTranslateWith(settings['translate-with']),
      ...readSummariseWith(settings),
      ...readWordsFlag(settings.words),
      widgetsDirectory: requireBundle().widgets,
    };
    const level = readLogLevel(env);
    const drain = readDrain(settings.drain);
    sayWhatIsUnused(places);
    const stop = new StopSignal(env);
    const door = await openDoorway(options, settings.beside);
    await requireIdle(places, settings.beside);
    await prepareProxyPlace(places.proxy);
    const { createLogger, startProxy } = await import('../programs/servers.ts');
    const running = await startProxy({ ...options, ...door, logger: createLogger('proxy', level) });
    keepStartedWith(usualDirectory(settings), proxy, { settings, env });
    serve(`Proxy is ready: ${running.url}`, [running], stop, drain);
    void showMirroring(() => running.mirroring(), process.stderr);
  },
});

/** Once it has run, its data says which business it serves. */
async function readServed(settings: Parameters<typeof firstBusiness>[0]): Promise<string[]> {
  return settings.business === undefined
    ? [await firstBusiness(settings, 'proxy')]
    : readDomains('--business', settings.business);
}

function readUpstream(value: string, isStrict: boolean): string {
  const upstream = readAddress('--upstream', value);
  if (isStrict && isReadOnTheWay(upstream))
    throw new UsageError(
      '--upstream must be an https address: with --strict nothing goes to another machine without TLS',
    );
  return upstream;
}

function secret(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new UsageError(`${name} is not set: the proxy needs the account at the API in its environment`);
  return value;
}

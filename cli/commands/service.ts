import { command, type Command } from '../settings/command.ts';
import {
  callsAllowed,
  connectionLimits,
  flag,
  flags,
  openDoorway,
  readLogLevel,
  readSmtpUrl,
  serverEnvironment,
  usualDirectory,
  usualDrain,
  trustedProxiesHelp,
} from '../settings/flags.ts';
import { eraseAgainAfterDump } from '../backups/erase-after-dump.ts';
import { findService, sayWhatIsUnused } from '../places.ts';
import { serve, StopSignal } from '../running.ts';
import { keepStartedWith } from '../settings/started-with.ts';
import { readAddress, readNetworks } from '../settings/settings.ts';

const readProxyUrl = (value: string | undefined): string | undefined =>
  value ? readAddress(value, 'PLAUDIT_PROXY_URL') : undefined;

export const service: Command = command({
  name: 'service',
  purpose: 'runs the review service: the API, on SQLite or PostgreSQL',
  flags: {
    port: flag('port', { default: '4001' }),
    ...flags('host', 'data', 'database-url', 'no-copy', 'public-url'),
    ...flags('max-connections', 'max-connections-per-address', 'calls-per-hour', 'calls-per-10-seconds'),
    ...flags('drain', 'beside'),
    demo: { once: true, help: 'load the demo data on the first run' },
  },
  environment: {
    PLAUDIT_SMTP_URL:
      'the mail server, such as smtp://user:password@host:587; without it each mail is a file in DIR/mail',
    PLAUDIT_PROXY_URL: "the address at which shoppers reach the proxy, for the console's snippet, preview and feeds",
    PLAUDIT_TRUSTED_PROXIES: trustedProxiesHelp,
    ...serverEnvironment,
  },
  async run(settings, env, given) {
    const { port, host } = settings;
    const places = findService(settings);
    const { location, mailDirectory, listDirectory } = places.service;
    const options = {
      port,
      host,
      ...connectionLimits(settings),
      ...callsAllowed(settings),
      location,
      publicUrl: settings['public-url'],
      smtpUrl: readSmtpUrl(env['PLAUDIT_SMTP_URL']),
      // Beside a database, mail goes to files only where a directory was named for it.
      ...('directory' in location || settings.data !== undefined ? { mailDirectory } : {}),
      listDirectory,
      proxyUrl: readProxyUrl(env['PLAUDIT_PROXY_URL']),
      trustedProxies: readNetworks(env['PLAUDIT_TRUSTED_PROXIES'], 'PLAUDIT_TRUSTED_PROXIES'),
      demo: settings.demo,
    };
    const level = readLogLevel(env);
    sayWhatIsUnused(places);
    const stop = new StopSignal(env);
    const door = await openDoorway(options, settings.beside);
    await eraseAgainAfterDump(settings);
    const [{ createLogger }, { startService }] = await Promise.all([
      import('../../server-kit/log.ts'),
      import('../../review-service/service.ts'),
    ]);
    const running = await startService({ ...options, ...door, logger: createLogger('review-service', level) });
    keepStartedWith(usualDirectory(settings), service, given, env);
    serve(`Review service is ready: ${running.url}/v1`, [running], stop, settings.drain ?? usualDrain());
  },
});

import { dirname } from 'node:path';
import type { FeedState } from '../../../review-service/data/feed-state.ts';
import { requireBundle } from '../../settings/bundle.ts';
import { command, type Command } from '../../settings/command.ts';
import {
  callsAllowed,
  askedServers,
  connectionLimits,
  flag,
  flags,
  openDoorway,
  readLogLevel,
  readSmtpUrl,
  requireNextPort,
  serverEnvironment,
  usualDrain,
} from '../../settings/flags.ts';
import { eraseAgainAfterDump } from '../../backups/erase-after-dump.ts';
import { unreadable } from '../../feed-read.ts';
import { showMirroring } from '../../mirroring.ts';
import { findPlaces, prepareProxyPlace, requireIdle, sayWhatIsUnused } from '../../places.ts';
import { proxyEnvironment } from '../../settings/proxy-environment.ts';
import { readWords } from '../../settings/words.ts';
import { serve, StopSignal } from '../../running.ts';
import { keepStartedWith } from '../../settings/started-with.ts';
import { readAddress } from '../../settings/settings.ts';
import { runBoth } from './both-programs.ts';
import { KeptEnvironment } from '../../settings/kept-environment.ts';
import { printSetUpLink } from './set-up-link.ts';
import { ownerEnvironment, ownerFlags, readOwner } from './owner.ts';
import { settleShop } from './shop.ts';

/** The program runs all the same, and goes on trying. */
async function sayUnreadable(reading: Promise<FeedState | undefined>): Promise<void> {
  // A database that fails is in the log.
  const wrong = unreadable(await reading.catch(() => undefined));
  if (wrong !== null) process.stderr.write(`plaudit: ${wrong}\n`);
}

export const start: Command = command({
  name: 'start',
  purpose: "runs a shop's own reviews on this machine: review service and proxy, with a guided set-up",
  flags: {
    port: flag('port', {
      default: '3000',
      help: 'the port of the proxy; the review service listens on the next one',
    }),
    ...flags('host', 'data', 'database-url'),
    'public-url': flag('public-url', {
      help: 'the address at which shoppers reach the proxy; default: where it listens',
    }),
    'service-public-url': {
      value: 'URL',
      read: readAddress,
      help: 'the address that links in mails and images begin with, of the review service; default: where it listens',
    },
    ...flags('scales', 'translate-with', 'summarise-with', 'summarise-model', 'words'),
    ...ownerFlags,
    ...flags('max-connections', 'max-connections-per-address', 'calls-per-hour', 'calls-per-10-seconds'),
    ...flags('no-copy', 'drain', 'beside'),
    'setup-link': { once: true, help: 'print a link into the set-up of the program that runs on these data, and end' },
  },
  environment: {
    ...ownerEnvironment,
    PLAUDIT_SMTP_URL:
      'the mail server, such as smtp://user:password@host:587; without it each mail is a file below DIR',
    ...proxyEnvironment,
    PLAUDIT_MERCHANT_KEY:
      'the bearer key of the routes under /merchant/v1; default: one that is made, in DIR/plaudit.env',
    PLAUDIT_CUSTOMER_SECRET:
      'with which your server signs customer tokens; default: one that is made, in DIR/plaudit.env',
    PLAUDIT_ORIGINS: 'storefront origins that may call the proxy, comma-separated; default: what the set-up chose',
    ...serverEnvironment,
  },
  async run(settings, env, given) {
    if (settings['setup-link']) return printSetUpLink(settings);
    const { port, host, feed, scales = [] } = settings;
    requireNextPort(port);
    readSmtpUrl(env['PLAUDIT_SMTP_URL']);
    const owner = await readOwner(settings, env);
    const level = readLogLevel(env);
    const asked = askedServers(settings);
    const words = readWords(settings.words);
    const widgetsDirectory = requireBundle().widgets;
    const stop = new StopSignal(env);
    const doors = {
      proxy: await openDoorway({ host, port }, settings.beside),
      service: await openDoorway({ host, port: port + 1 }, settings.beside),
    };

    const places = await findPlaces(settings, 'apart');
    await requireIdle(places, settings.beside);
    sayWhatIsUnused(places);
    const { proxyEmail } = await import('../../programs/service-data.ts');
    const kept = new KeptEnvironment(places.settingsFile, proxyEmail);
    keepStartedWith(dirname(places.settingsFile), start, given, env);
    await prepareProxyPlace(places.proxy);
    await eraseAgainAfterDump(settings);
    const businesses = await settleShop(places.service.location, { kept, owner, feed, env });
    const { service, proxy } = await runBoth({
      doors,
      limits: connectionLimits(settings),
      ...callsAllowed(settings),
      level,
      places,
      publicUrl: settings['public-url'],
      servicePublicUrl: settings['service-public-url'],
      proxyOptions: { widgetsDirectory, businesses, scales, words, ...asked },
      kept,
      env,
    });
    const setUp = service.setUpLink === null ? '' : `Set it up: ${service.setUpLink}\n`;
    serve(`${setUp}Plaudit is ready: ${proxy.url}`, [proxy, service], stop, settings.drain ?? usualDrain());
    if (feed !== undefined && businesses[0] !== undefined) void sayUnreadable(service.readFeed(businesses[0]));
    void showMirroring(() => proxy.mirroring(), process.stderr);
  },
});

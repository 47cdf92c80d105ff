import { dirname } from 'node:path';
import type { FeedState } from '../../../review-service/data/feed-state.ts';
import { requireBundle } from '../../settings/bundle.ts';
import { command, type Command } from '../../settings/command.ts';
import {
  connectionFlags,
  flags,
  openDoorway,
  readConnectionLimits,
  readDrain,
  readListening,
  readLogLevel,
  readScalesFlag,
  readSummariseWith,
  readTranslateWith,
  readWordsFlag,
  readPublicUrl,
  readSmtpUrl,
  requireNextPort,
  serverEnvironment,
} from '../../settings/flags.ts';
import { eraseAgainAfterDump } from '../../backups/erase-after-dump.ts';
import { unreadable } from '../../feed-read.ts';
import { showMirroring } from '../../mirroring.ts';
import { findPlaces, prepareProxyPlace, requireIdle, sayWhatIsUnused } from '../../places.ts';
import { proxyEnvironment } from '../../settings/proxy-environment.ts';
import { serve, StopSignal } from '../../running.ts';
import { keepStartedWith } from '../../settings/started-with.ts';
import { readAddress } from '../../settings/settings.ts';
import { readFeedUrl } from '../account/set.ts';
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
  summary: "runs a shop's own reviews on this machine: review service and proxy, with a guided set-up",
  flags: {
    port: { ...flags.port('3000'), help: 'the port of the proxy; the review service listens on the next one' },
    host: flags.host,
    data: flags.data,
    'database-url': flags.databaseUrl,
    'public-url': {
      ...flags.publicUrl,
      help: 'the address at which shoppers reach the proxy; default: where it listens',
    },
    'service-public-url': {
      value: 'URL',
      help: 'the address that links in mails and images begin with, of the review service; default: where it listens',
    },
    scales: flags.scales,
    'translate-with': flags.translateWith,
    'summarise-with': flags.summariseWith,
    'summarise-model': flags.summariseModel,
    words: flags.words,
    ...ownerFlags,
    ...connectionFlags,
    'no-copy': flags.noCopy,
    drain: flags.drain,
    beside: flags.beside,
    'setup-link': { help: 'print a link into the set-up of the program that runs on these data, and end' },
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
  async run(settings, env) {
    if (settings['setup-link']) return printSetUpLink(settings);
    const listening = readListening(settings);
    requireNextPort(listening.port);
    const limits = readConnectionLimits(settings);
    const { publicUrl } = readPublicUrl(settings['public-url']);
    const given = settings['service-public-url'];
    const servicePublicUrl = given === undefined ? undefined : readAddress('--service-public-url', given);
    readSmtpUrl(env['PLAUDIT_SMTP_URL']);
    const feed = settings.feed === undefined ? undefined : readFeedUrl(settings.feed);
    const owner = await readOwner(settings, env);
    const level = readLogLevel(env);
    const drain = readDrain(settings.drain);
    const { scales } = readScalesFlag(settings.scales);
    const translator = readTranslateWith(settings['translate-with']);
    const summariser = readSummariseWith(settings);
    const { words } = readWordsFlag(settings.words);
    const widgetsDirectory = requireBundle().widgets;
    const stop = new StopSignal(env);
    const doors = {
      proxy: await openDoorway(listening, settings.beside),
      service: await openDoorway({ ...listening, port: listening.port + 1 }, settings.beside),
    };

    const places = await findPlaces(settings, 'apart');
    await requireIdle(places, settings.beside);
    sayWhatIsUnused(places);
    const { proxyEmail } = await import('../../programs/service-data.ts');
    const kept = new KeptEnvironment(places.settingsFile, proxyEmail);
    keepStartedWith(dirname(places.settingsFile), start, { settings, env });
    await prepareProxyPlace(places.proxy);
    await eraseAgainAfterDump(settings);
    const businesses = await settleShop(places.service.location, { kept, owner, feed, env });
    const { service, proxy } = await runBoth({
      doors,
      limits,
      level,
      places,
      publicUrl,
      servicePublicUrl,
      proxyOptions: { widgetsDirectory, businesses, scales, words, ...translator, ...summariser },
      kept,
      env,
    });
    const setUp = service.setUpLink === null ? '' : `Set it up: ${service.setUpLink}\n`;
    serve(`${setUp}Plaudit is ready: ${proxy.url}`, [proxy, service], stop, drain);
    if (feed !== undefined && businesses[0] !== undefined) void sayUnreadable(service.readFeed(businesses[0]));
    void showMirroring(() => proxy.mirroring(), process.stderr);
  },
});

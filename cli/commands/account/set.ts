import { command } from '../../settings/command.ts';
import { meantBusiness } from '../../business.ts';
import { durationText, timeBetween } from '../../settings/durations.ts';
import { createLogger } from '../../../server-kit/log.ts';
import { Failure } from '../../settings/failure.ts';
import { readSoFar, unreadable } from '../../feed-read.ts';
import type { LocationSettings } from '../../settings/flags.ts';
import { findPlaces } from '../../places.ts';
import { oneOf, UsageError } from '../../settings/settings.ts';
import { withDatabase, type Change, type Database, type Programs } from './database.ts';
import { businessFlags } from './inputs.ts';
import { changesOfLook, lookFlags } from './look.ts';
import { say } from '../../settings/printable.ts';

const USUAL_PAUSE_MS = 6 * 3_600_000;
/** In UTF-16 code units: one line below a mail. */
const LONGEST_ADDRESS = 300;
const SHORTEST_PAUSE_MS = 15 * 60_000;
/** The service takes a time that is further ahead for the work of a wrong clock (review-service/data/moments.ts). */
const LONGEST_PAUSE_MS = 7 * 86_400_000;

const settable = [
  '--hold',
  '--unknown-products',
  '--address',
  '--feed',
  '--feed-every',
  '--feed-stars',
  ...Object.keys(lookFlags).map((name) => `--${name}`),
];

export const set = command({
  name: 'account set',
  purpose: 'changes how a business is served',
  flags: {
    ...businessFlags,
    hold: { value: 'on|off', read: readHold, help: 'whether new reviews are pending until somebody publishes them' },
    'unknown-products': {
      value: 'refuse|accept',
      read: readUnknown,
      help: 'what becomes of a review of a product that is not in the catalogue; accept: it makes the product',
    },
    address: {
      value: 'TEXT|off',
      read: readAddress,
      help: 'where the shop can be written to by post; it stands below every mail in its name',
    },
    feed: {
      value: 'URL|off',
      read: (value: string) => (value === 'off' ? null : readFeedUrl(value)),
      help: 'where the running service reads the products from: the feed that the shop gives to Google, for instance',
    },
    ...lookFlags,
    'feed-every': {
      value: 'TIME',
      read: timeBetween(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS),
      help: `how often it does so, such as 30m, 6h or 1d; default: ${durationText(USUAL_PAUSE_MS)}`,
    },
    'feed-stars': {
      value: 'on|off',
      read: readFeedStars,
      help: 'whether plaudit start gives that feed out to everybody, with stars, at /feeds/DOMAIN/catalogue.xml',
    },
  },
  async run(settings) {
    const business = await meantBusiness(settings);
    const changes = [
      ...(await changesOfLook(settings)),
      settings.hold,
      settings['unknown-products'],
      settings.address,
      changeOfFeed(settings.feed, settings['feed-every']),
      settings['feed-stars'],
    ].filter((change) => change !== undefined);
    if (changes.length === 0) throw new UsageError(`Nothing to set: give ${settable.join(', ')}`);
    await withDatabase(settings, async (db, programs) => {
      for (const change of changes) say(await change(db, programs, business));
      await programs.noteSettingByCommand(db, business);
      if (settings.feed) await readAtOnce(settings, db, programs, business);
    });
  },
});

const readOnOff = oneOf(['on', 'off'], () => 'on or off');
const readAcceptance = oneOf(['refuse', 'accept'], () => 'refuse or accept');

function readHold(given: string, name: string): Change {
  const value = readOnOff(given, name);
  return async (db, { holdReviews }, business) => {
    await holdReviews(db, business, value === 'on' ? 'all' : 'none');
    return `${business} ${value === 'on' ? 'holds' : 'publishes'} new reviews`;
  };
}

function readFeedStars(given: string, name: string): Change {
  const value = readOnOff(given, name);
  return async (db, { giveFeedOut }, business) => {
    await giveFeedOut(db, business, value === 'on');
    return `${business} ${value === 'on' ? 'gives its feed out with stars' : 'does not give its feed out'}`;
  };
}

function readUnknown(given: string, name: string): Change {
  const value = readAcceptance(given, name);
  return async (db, { acceptUnknownProducts }, business) => {
    await acceptUnknownProducts(db, business, value === 'accept');
    return `${business} ${value === 'accept' ? 'takes' : 'refuses'} reviews of unknown products`;
  };
}

function readAddress(value: string): Change {
  const address = value.replace(/\s+/g, ' ').trim();
  if (address === '' || address.length > LONGEST_ADDRESS)
    throw new UsageError(`--address must be an address of at most ${LONGEST_ADDRESS} characters, or off`);
  return async (db, { setPostalAddress }, business) => {
    await setPostalAddress(db, business, address === 'off' ? null : address);
    return address === 'off' ? `${business} gives no postal address` : `${business} is at ${address}`;
  };
}

function changeOfFeed(url: string | null | undefined, every: number | undefined): Change | undefined {
  if (url === undefined && every === undefined) return undefined;
  if (url === null) {
    if (every !== undefined) throw new UsageError('--feed-every is of no use with --feed off');
    return async (db, { dropFeed }, business) => {
      await dropFeed(db, business);
      return `${business} reads no feed any more; its products stay`;
    };
  }
  const everyMs = every ?? USUAL_PAUSE_MS;
  return async (db, { setFeed, setFeedPause }, business) => {
    if (url === undefined) await setFeedPause(db, business, everyMs);
    else await setFeed(db, business, { url, everyMs });
    return `${business} reads its products from the feed every ${durationText(everyMs)}`;
  };
}

/** @throws Failure where it cannot be read: the person who gave the address is still there to be told. */
async function readAtOnce(
  settings: LocationSettings,
  db: Database,
  { readFeedNow }: Programs,
  business: string,
): Promise<void> {
  const logger = createLogger('plaudit', 'silent');
  const { location } = (await findPlaces(settings)).service;
  const state = await readFeedNow({ db, location, logger, now: Date.now }, business);
  const wrong = unreadable(state);
  if (wrong !== null) throw new Failure(wrong);
  say(readSoFar(state));
}

/** @throws UsageError */
export function readFeedUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw new UsageError('--feed must be an http or https address without a password, or off');
  return url.href;
}

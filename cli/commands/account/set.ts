import { command } from '../../settings/command.ts';
import { meantBusiness } from '../../business.ts';
import { durationText, readDuration } from '../../settings/durations.ts';
import { createLogger } from '../../../server-kit/log.ts';
import { Failure } from '../../settings/failure.ts';
import { readSoFar, unreadable } from '../../feed-read.ts';
import type { LocationSettings } from '../../settings/flags.ts';
import { findPlaces } from '../../places.ts';
import { UsageError } from '../../settings/settings.ts';
import { withDatabase, type Change, type Database, type Programs } from './database.ts';
import { businessFlags } from './inputs.ts';
import { lookFlags, readLook } from './look.ts';

const USUAL_PAUSE = '6h';
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
  ...Object.keys(lookFlags).map((name) => `--${name}`),
];

export const set = command({
  name: 'account set',
  summary: 'changes how a business is served',
  flags: {
    ...businessFlags,
    hold: { value: 'on|off', help: 'whether new reviews are pending until somebody publishes them' },
    'unknown-products': {
      value: 'refuse|accept',
      help: 'what becomes of a review of a product that is not in the catalogue; accept: it makes the product',
    },
    address: {
      value: 'TEXT|off',
      help: 'where the shop can be written to by post; it stands below every mail in its name',
    },
    feed: {
      value: 'URL|off',
      help: 'where the running service reads the products from: the feed that the shop gives to Google, for instance',
    },
    ...lookFlags,
    'feed-every': { value: 'TIME', help: `how often it does so, such as 30m, 6h or 1d; default: ${USUAL_PAUSE}` },
  },
  async run(settings) {
    const business = await meantBusiness(settings);
    const changes = [
      ...(await readLook(settings)),
      readHold(settings.hold),
      readUnknown(settings['unknown-products']),
      readAddress(settings.address),
      readFeed(settings.feed, settings['feed-every']),
    ].filter((change) => change !== null);
    if (changes.length === 0) throw new UsageError(`Nothing to set: give ${settable.join(', ')}`);
    await withDatabase(settings, async (db, programs) => {
      for (const change of changes) process.stdout.write(`${await change(db, programs, business)}\n`);
      if (settings.feed !== undefined && settings.feed !== 'off') await readAtOnce(settings, db, programs, business);
    });
  },
});

function readHold(value: string | undefined): Change | null {
  if (value === undefined) return null;
  if (value !== 'on' && value !== 'off') throw new UsageError('--hold must be on or off');
  return async (db, { holdReviews }, business) => {
    await holdReviews(db, business, value === 'on');
    return `${business} ${value === 'on' ? 'holds' : 'publishes'} new reviews`;
  };
}

function readUnknown(value: string | undefined): Change | null {
  if (value === undefined) return null;
  if (value !== 'refuse' && value !== 'accept') throw new UsageError('--unknown-products must be refuse or accept');
  return async (db, { acceptUnknownProducts }, business) => {
    await acceptUnknownProducts(db, business, value === 'accept');
    return `${business} ${value === 'accept' ? 'takes' : 'refuses'} reviews of unknown products`;
  };
}

function readAddress(value: string | undefined): Change | null {
  if (value === undefined) return null;
  const address = value.replace(/\s+/g, ' ').trim();
  if (address === '' || address.length > LONGEST_ADDRESS)
    throw new UsageError(`--address must be an address of at most ${LONGEST_ADDRESS} characters, or off`);
  return async (db, { setPostalAddress }, business) => {
    await setPostalAddress(db, business, address === 'off' ? null : address);
    return address === 'off' ? `${business} gives no postal address` : `${business} is at ${address}`;
  };
}

function readFeed(url: string | undefined, every: string | undefined): Change | null {
  if (url === undefined && every === undefined) return null;
  if (url === 'off') {
    if (every !== undefined) throw new UsageError('--feed-every is of no use with --feed off');
    return async (db, { dropFeed }, business) => {
      await dropFeed(db, business);
      return `${business} reads no feed any more; its products stay`;
    };
  }
  const address = url === undefined ? undefined : readFeedUrl(url);
  const everyMs = readDuration('--feed-every', every ?? USUAL_PAUSE, SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS);
  return async (db, { setFeed, setFeedPause }, business) => {
    if (address === undefined) await setFeedPause(db, business, everyMs);
    else await setFeed(db, business, { url: address, everyMs });
    return `${business} reads its products from the feed every ${durationText(everyMs)}`;
  };
}

/** @throws Failure where it cannot be read: whoever gave the address is still there to be told. */
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
  process.stdout.write(`${readSoFar(state)}\n`);
}

/** @throws UsageError */
export function readFeedUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw new UsageError('--feed must be an http or https address without a password, or off');
  return url.href;
}

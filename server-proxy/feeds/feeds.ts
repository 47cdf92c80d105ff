/**
 * Feeds as files: each is made when somebody asks for it, and given to others for at most ten minutes. Nobody gets one
 * from before a change that may have hidden something: the turns that say so are read from the database with each
 * request, so it does not matter which instance made the change.
 */
import { tmpdir } from 'node:os';
import type { Logger } from 'pino';
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import type { KeyLocation } from '../../review-store/secrets/open-key.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { repeatEvery, type Repeating } from '../../server-kit/repeating.ts';
import { Turns } from '../../server-kit/turns.ts';
import { readTakings } from '../mirror/parts/changes.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { MirroredBusiness, PartName } from '../mirror/parts/parts.ts';
import type { ProxyDb } from '../state/tables.ts';
import { NamelessFile } from './nameless-file.ts';

export interface Feed {
  readonly name: string;
  /** A feed without these would be a feed of a shop that has lost something. */
  readonly needs: readonly PartName[];
  write(business: MirroredBusiness): AsyncIterable<string | Uint8Array>;
}

interface Kept {
  readonly domain: string;
  readonly file: NamelessFile;
  /** See `readTakings`. */
  readonly takings: number;
  /** By `Clock.elapsed`. */
  readonly madeAt: number;
}

/** A file that its reader releases. */
export interface HeldFeed {
  readonly file: NamelessFile;
  readonly ageMs: number;
}

export interface FeedTools {
  readonly db: ProxyDb;
  readonly mirror: Pick<Mirror, 'business' | 'isMirrored'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of the data: the files take their room beside it, where it is in files. */
  readonly location: KeyLocation;
}

const OLDEST_MS = 600_000;
/** A feed of a million reviews takes longer: it is there for the next who ask. */
const PATIENCE_MS = 60_000;
const RETRY_AFTER_SECONDS = 30;
/** For whoever reads a feed that is outdated meanwhile. */
const READ_ON_MS = 120_000;
const LOOKED_AFTER_EVERY_MS = 5_000;

export class Feeds {
  readonly #tools: FeedTools;
  readonly #kept = new Map<string, Kept>();
  readonly #making = new Map<string, Promise<Kept>>();
  /** A feed takes a processor for as long as it is made. */
  readonly #turns = new Turns();
  readonly #stopping = new AbortController();
  readonly #lookingAfter: Repeating;

  constructor(tools: FeedTools) {
    this.#tools = tools;
    const failed = (err: unknown) => tools.logger.warn({ err }, 'it could not be checked whether feeds are up to date');
    this.#lookingAfter = repeatEvery(tools.clock, LOOKED_AFTER_EVERY_MS, () => this.#dropOutdated(), failed);
  }

  /** @throws ApiError `unavailable` where it cannot be made, or takes longer than somebody waits. */
  async hold(feed: Feed, domain: string): Promise<HeldFeed> {
    const { db, mirror, clock } = this.#tools;
    if (!mirror.isMirrored(domain, feed.needs)) throw notYet('The feed is there once the reviews are mirrored');
    const takings = await readTakings(db, domain);
    const key = `${domain} ${feed.name}`;
    const until = clock.elapsed() + PATIENCE_MS;
    for (;;) {
      const found = this.#kept.get(key);
      const isGood = found && found.takings >= takings && clock.elapsed() - found.madeAt < OLDEST_MS;
      if (isGood && found.file.hold()) return { file: found.file, ageMs: clock.elapsed() - found.madeAt };
      const making = this.#making.get(key) ?? this.#make(key, feed, domain);
      await this.#inTime(making, until);
    }
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled([this.#lookingAfter.close(), ...this.#making.values()]);
    for (const key of this.#kept.keys()) this.#drop(key);
  }

  #make(key: string, feed: Feed, domain: string): Promise<Kept> {
    const { db, mirror, clock, logger, location } = this.#tools;
    const directory = 'directory' in location ? location.directory : tmpdir();
    const making = this.#turns.take(async () => {
      const madeAt = clock.elapsed();
      const takings = await readTakings(db, domain);
      const pieces = this.#untilStopped(feed.write(mirror.business(domain)));
      const kept = { domain, file: await NamelessFile.write(directory, pieces), takings, madeAt };
      this.#drop(key);
      this.#kept.set(key, kept);
      return kept;
    });
    this.#making.set(key, making);
    const done = () => this.#making.delete(key);
    making.then(done, (err: unknown) => {
      done();
      logger.warn({ err, feed: feed.name, business: domain }, 'a feed could not be made');
    });
    return making;
  }

  async *#untilStopped(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
    for await (const piece of pieces) {
      this.#stopping.signal.throwIfAborted();
      yield piece;
    }
  }

  async #inTime(making: Promise<Kept>, until: number): Promise<void> {
    const { clock } = this.#tools;
    const over = new AbortController();
    const late = clock.sleep(until - clock.elapsed(), over.signal).then(() => {
      throw notYet('The feed is being made');
    });
    try {
      await Promise.race([making, late]);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw notYet('The feed cannot be made at the moment', error);
    } finally {
      over.abort();
    }
  }

  /** Nobody may ask for a feed for days, and it must not keep what was erased. */
  async #dropOutdated(): Promise<void> {
    const { db, clock } = this.#tools;
    for (const [key, { domain, takings, madeAt }] of this.#kept)
      if (clock.elapsed() - madeAt >= OLDEST_MS || takings < (await readTakings(db, domain))) this.#drop(key);
  }

  #drop(key: string): void {
    const file = this.#kept.get(key)?.file;
    if (!file) return;
    this.#kept.delete(key);
    file.drop();
    // A slow reader would hold the room, and what was erased, for as long as it likes.
    void this.#tools.clock.sleep(READ_ON_MS, this.#stopping.signal).then(() => file.cutOff());
  }
}

const notYet = (message: string, cause?: unknown): ApiError =>
  refuse('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });

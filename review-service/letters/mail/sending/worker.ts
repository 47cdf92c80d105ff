/**
 * Delivers what waits in the outbox, at least once: a mail is deleted only after the other side has taken it. If the
 * process dies in between, the mail is sent again under the same Message-ID.
 */
import { Gauge } from 'prom-client';
import type { Logger } from 'pino';
import type { Clock } from '../../../../server-kit/clock.ts';
import type { Addresses } from '../../addresses.ts';
import type { Metrics } from '../../../metrics.ts';
import type { Database } from '../../../data/tables.ts';
import { bellOf } from './bell.ts';
import { withPublicPictures, type Message } from './message.ts';
import {
  countMail,
  dropMail,
  dropMailBefore,
  returnMail,
  takeMail,
  type QueuedNotice,
  type TakenMail,
} from './outbox.ts';
import { Undeliverable, type Transport } from './transport.ts';

/** How often to look while mail waits for its next try, which may come due at any moment. */
const LOOK_EVERY_MS = 1_000;
/** And while none does: this process wakes its own outbox, and what others left behind can wait a little. */
const LOOK_IDLE_EVERY_MS = 3_000;
/** Mails delivered at the same time, so that one that hangs holds up no other. */
const LANES = 4;
/** From taking a mail to its answer; well below the lease of the outbox. */
const DELIVERY_DEADLINE_MS = 60_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 4 * 3_600_000;
/** As long as mail servers try (RFC 5321, 4.5.4.1). */
const GIVE_UP_AFTER_MS = 4 * 86_400_000;
/** What a running delivery has left when the service stops; both together stay below the ten seconds of a stop. */
const LAST_MOMENTS_MS = 4_000;

/** What of the service it takes to deliver mail. */
export interface DeliveryTools {
  readonly db: Database;
  /** Writes a mail to owners as it is delivered; null where nothing of it is left to tell. */
  readonly writeNotice: (db: Database, queued: QueuedNotice) => Promise<Message | null>;
  readonly addresses: Addresses;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly now: Clock['now'];
  readonly sleep: Clock['sleep'];
}

export interface Outbox {
  /** Finishes what is being delivered, and keeps the rest. */
  close(): Promise<void>;
}

/** @param transport - null if there is nowhere to send mail: it waits like any other. */
export function startOutbox(tools: DeliveryTools, transport: Transport | null): Outbox {
  const stopping = new AbortController();
  const lost = new AbortController();
  watchQueue(tools);
  const working = run(tools, transport, { stopping: stopping.signal, lost: lost.signal });
  return {
    async close() {
      stopping.abort();
      const patience = setTimeout(() => lost.abort(), LAST_MOMENTS_MS);
      await working;
      clearTimeout(patience);
    },
  };
}

interface Ends {
  /** Nothing new is begun. */
  readonly stopping: AbortSignal;
  /** What is still running is given up. */
  readonly lost: AbortSignal;
}

async function run(tools: DeliveryTools, transport: Transport | null, { stopping, lost }: Ends): Promise<void> {
  const bell = bellOf(tools.db);
  const running = new Set<Promise<void>>();
  while (!stopping.aborted) {
    if (running.size >= LANES) {
      await Promise.race(running);
      continue;
    }
    bell.clear();
    const mail = await look(tools, transport);
    if (typeof mail === 'number') {
      await bell.wait(tools, mail, stopping);
      continue;
    }
    const delivery = deliver(tools, transport!, mail, lost)
      .catch((error: unknown) => tools.logger.warn({ err: error }, 'the outbox cannot be written at the moment'))
      .finally(() => running.delete(delivery));
    running.add(delivery);
  }
  await Promise.all(running);
}

/** A mail to deliver now; otherwise after how many milliseconds to look again. */
async function look(tools: DeliveryTools, transport: Transport | null): Promise<TakenMail | number> {
  const { db, now, logger } = tools;
  try {
    if (transport === null) await dropOld(tools);
    const mail = transport === null ? 'none' : await takeMail(db, now());
    switch (mail) {
      case 'none':
        return LOOK_IDLE_EVERY_MS;
      case 'later':
        return LOOK_EVERY_MS;
      default:
        return mail;
    }
  } catch (error) {
    logger.warn({ err: error }, 'the outbox cannot be read at the moment');
    return LOOK_EVERY_MS;
  }
}

async function deliver(tools: DeliveryTools, transport: Transport, mail: TakenMail, lost: AbortSignal): Promise<void> {
  const { db, metrics, logger, addresses } = tools;
  try {
    const written = 'notice' in mail.content ? await tools.writeNotice(db, mail.content) : mail.content;
    if (written === null) {
      await dropMail(db, mail);
      logger.info({ mail: mail.id }, 'mail dropped: what it was about is no longer there');
      return;
    }
    const message = withPublicPictures(written, addresses.publicUrl);
    await transport.deliver({ ...mail, message }, AbortSignal.any([lost, AbortSignal.timeout(DELIVERY_DEADLINE_MS)]));
  } catch (error) {
    return afterFailure(tools, mail, error, lost);
  }
  await dropMail(db, mail);
  metrics.mails.inc({ result: 'delivered' });
  logger.info({ mail: mail.id, attempt: mail.attempts }, 'mail delivered');
}

async function afterFailure(
  { db, now, metrics, logger }: DeliveryTools,
  mail: TakenMail,
  error: unknown,
  lost: AbortSignal,
): Promise<void> {
  const said = { mail: mail.id, attempt: mail.attempts, ...describe(error) };
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (mail.attempts - 1), LONGEST_PAUSE_MS);
  if (error instanceof Undeliverable || now() + pause > mail.createdAt + GIVE_UP_AFTER_MS) {
    await dropMail(db, mail);
    metrics.mails.inc({ result: 'given_up' });
    logger.error(said, 'mail given up');
    return;
  }
  await returnMail(db, mail, lost.aborted ? now() : now() + pause);
  metrics.mails.inc({ result: 'failed' });
  logger.warn({ ...said, againInSeconds: pause / 1_000 }, 'mail not delivered yet');
}

/** What happened, without the server's own words: they repeat the address. */
function describe(error: unknown): { code: unknown; smtp: unknown; step: unknown } {
  const { code, responseCode, command } = (error instanceof Undeliverable ? error.cause : error) as Record<
    string,
    unknown
  >;
  return { code, smtp: responseCode, step: command };
}

async function dropOld({ db, now, metrics, logger }: DeliveryTools): Promise<void> {
  const dropped = await dropMailBefore(db, now() - GIVE_UP_AFTER_MS);
  if (dropped > 0) {
    metrics.mails.inc({ result: 'given_up' }, dropped);
    logger.error({ mails: dropped }, 'mail given up: there is nowhere to send it');
  }
}

function watchQueue({ db, metrics, logger }: DeliveryTools): void {
  new Gauge({
    name: 'plaudit_service_mails_waiting',
    help: 'Mails in the outbox.',
    registers: [metrics.registry],
    async collect() {
      try {
        this.set(await countMail(db));
      } catch (error) {
        logger.warn({ err: error }, 'the outbox cannot be counted at the moment');
      }
    },
  });
}

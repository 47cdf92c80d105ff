/**
 * Delivers mails, each at least once: it is a job until the other side has taken it. If the process dies in between,
 * the mail is sent again under the same Message-ID.
 */
import { Gauge } from 'prom-client';
import type { Logger } from 'pino';
import { dropJobs } from '../../../../review-store/jobs/jobs.ts';
import type { Job, Kind } from '../../../../review-store/jobs/worker.ts';
import type { Clock } from '../../../../server-kit/clock.ts';
import type { Addresses } from '../../addresses.ts';
import type { Metrics } from '../../../metrics.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import { withPublicAddress, type Message } from './message.ts';
import { countMails, MAIL, openMessage, type QueuedNotice } from './outbox.ts';
import { Undeliverable, type Transport } from './transport.ts';

/** Mails delivered at the same time, so that one that hangs holds up no other. */
const MOST_AT_ONCE = 4;
const DELIVERY_DEADLINE_MS = 60_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 4 * 3_600_000;
/** As long as mail servers try (RFC 5321, 4.5.4.1). */
const GIVE_UP_AFTER_MS = 4 * 86_400_000;
/** The time of a running delivery when the service stops; both together stay below the ten seconds of a stop. */
const LAST_MOMENTS_MS = 4_000;

export interface DeliveryTools {
  readonly db: Database;
  /** Writes a mail to owners as it is delivered; null where nothing of it is left to tell. */
  readonly writeNotice: (
    db: Database,
    queued: QueuedNotice,
    mail: { readonly id: string; readonly now: number },
  ) => Promise<Message | null>;
  /** Told of a mail that never arrives. */
  readonly noteUndelivered: (db: Database, id: string, outcome: 'refused' | 'given up') => Promise<void>;
  readonly addresses: Addresses;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly now: Clock['now'];
}

/** @param transport - null if there is nowhere to send mail: it waits, and is given up like any other. */
export function mails(tools: DeliveryTools, transport: Transport | null): Kind {
  watchQueue(tools);
  const more = { failing: 'the outbox cannot be read at the moment', retryMs: FIRST_PAUSE_MS };
  if (transport === null)
    return { ...more, name: 'mails to give up', isStanding: true, attempt: () => giveUpOld(tools) };
  const attempt = (job: Job) => deliver(tools, transport, job);
  return { ...more, name: MAIL, atOnce: MOST_AT_ONCE, graceMs: LAST_MOMENTS_MS, attempt };
}

async function deliver(tools: DeliveryTools, transport: Transport, job: Job): Promise<number | null> {
  const { db, metrics, logger, addresses } = tools;
  const { id, attempts, created_at: createdAt, signal } = job;
  const content = openMessage(db, id, job.payload);
  try {
    const written = 'notice' in content ? await tools.writeNotice(db, content, { id, now: tools.now() }) : content;
    if (written === null) {
      logger.info({ mail: id }, 'mail dropped: what it was about is no longer there');
      return null;
    }
    const message = withPublicAddress(written, addresses.publicUrl);
    const ends = AbortSignal.any([signal, AbortSignal.timeout(DELIVERY_DEADLINE_MS)]);
    await transport.deliver({ id, createdAt, message }, ends);
  } catch (error) {
    return afterFailure(tools, job, error);
  }
  metrics.mails.inc({ result: 'delivered' });
  logger.info({ mail: id, attempt: attempts }, 'mail delivered');
  return null;
}

async function afterFailure(tools: DeliveryTools, job: Job, error: unknown): Promise<number | null> {
  const { db, now, metrics, logger } = tools;
  const said = { mail: job.id, attempt: job.attempts, ...describe(error) };
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (job.attempts - 1), LONGEST_PAUSE_MS);
  if (error instanceof Undeliverable || now() + pause > job.created_at + GIVE_UP_AFTER_MS) {
    metrics.mails.inc({ result: 'given_up' });
    await tools.noteUndelivered(db, job.id, error instanceof Undeliverable ? 'refused' : 'given up');
    logger.error(said, 'mail given up');
    return null;
  }
  metrics.mails.inc({ result: 'failed' });
  logger.warn({ ...said, againInSeconds: pause / 1_000 }, 'mail not delivered yet');
  return job.signal.aborted ? 0 : pause;
}

/** The failure, without the server's own words: they repeat the address. */
function describe(error: unknown): { code: unknown; smtp: unknown; step: unknown } {
  const { code, responseCode, command } = (error instanceof Undeliverable ? error.cause : error) as Record<
    string,
    unknown
  >;
  return { code, smtp: responseCode, step: command };
}

async function giveUpOld({ db, now, metrics, logger, noteUndelivered }: DeliveryTools): Promise<number> {
  const old = await db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', MAIL)
    .where('created_at', '<', now() - GIVE_UP_AFTER_MS)
    .execute();
  for (const { id } of old) {
    await noteUndelivered(db, id, 'given up');
    await dropJobs(storeOf(db), MAIL, { ids: [id] });
  }
  if (old.length > 0) {
    metrics.mails.inc({ result: 'given_up' }, old.length);
    logger.error({ mails: old.length }, 'mail given up: there is nowhere to send it');
  }
  return FIRST_PAUSE_MS;
}

function watchQueue({ db, metrics, logger }: DeliveryTools): void {
  new Gauge({
    name: 'plaudit_service_mails_waiting',
    help: 'Mails in the outbox.',
    registers: [metrics.registry],
    async collect() {
      try {
        this.set((await countMails(db)).count);
      } catch (error) {
        logger.warn({ err: error }, 'the outbox cannot be counted at the moment');
      }
    },
  });
}

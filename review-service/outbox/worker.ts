/**
 * Delivers what waits in the outbox, at least once: a mail is dropped only after the other side has taken it. A process
 * that dies in between lets it be sent again, under the same Message-ID.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import type { Service } from '../context.ts';
import { Undeliverable, type Transport } from '../mail/transport.ts';
import { countMail, dropMail, dropMailBefore, returnMail, takeMail, type TakenMail } from './outbox.ts';

const LOOK_EVERY_MS = 1_000;
/** So many mails at a time: one that hangs holds up no other. */
const LANES = 4;
/** From taking a mail to its answer; well below the lease of the outbox. */
const DELIVERY_DEADLINE_MS = 60_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 4 * 3_600_000;
/** As long as mail servers try (RFC 5321, 4.5.4.1). */
const GIVE_UP_AFTER_MS = 4 * 86_400_000;
/** What a delivery that runs has left when the service stops; both together stay below the ten seconds of a stop. */
const LAST_MOMENTS_MS = 4_000;

export interface Outbox {
  /** Finishes what is being delivered, and keeps the rest. */
  close(): Promise<void>;
}

/** @param transport - null where there is nowhere to send mail: it waits, for as long as any other. */
export function startOutbox(service: Service, transport: Transport | null): Outbox {
  const stopping = new AbortController();
  const lost = new AbortController();
  watchQueue(service);
  const lanes = transport === null
    ? [repeat(service, stopping.signal, () => dropOld(service))]
    : Array.from({ length: LANES }, () => repeat(service, stopping.signal, () => deliverOne(service, transport, lost.signal)));
  return {
    async close() {
      stopping.abort();
      const patience = setTimeout(() => lost.abort(), LAST_MOMENTS_MS);
      await Promise.all(lanes);
      clearTimeout(patience);
    },
  };
}

/** Runs `work` until told to stop: again at once where it found something to do, otherwise after a while. */
async function repeat({ logger }: Service, stopping: AbortSignal, work: () => Promise<boolean>): Promise<void> {
  while (!stopping.aborted) {
    const found = await work().catch((error: unknown) => {
      logger.warn({ err: error }, 'the outbox cannot be read at the moment');
      return false;
    });
    if (!found) await wait(LOOK_EVERY_MS, undefined, { signal: stopping, ref: false }).catch(() => {});
  }
}

async function deliverOne(service: Service, transport: Transport, lost: AbortSignal): Promise<boolean> {
  const { db, now, metrics, logger } = service;
  const mail = await takeMail(db, now());
  if (!mail) return false;
  try {
    await transport.deliver(mail, AbortSignal.any([lost, AbortSignal.timeout(DELIVERY_DEADLINE_MS)]));
  } catch (error) {
    await afterFailure(service, mail, error, lost);
    return true;
  }
  await dropMail(db, mail);
  metrics.mails.inc({ result: 'delivered' });
  logger.info({ mail: mail.id, attempt: mail.attempts }, 'mail delivered');
  return true;
}

async function afterFailure({ db, now, metrics, logger }: Service, mail: TakenMail, error: unknown, lost: AbortSignal): Promise<void> {
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
  const { code, responseCode, command } = (error instanceof Undeliverable ? error.cause : error) as Record<string, unknown>;
  return { code, smtp: responseCode, step: command };
}

async function dropOld({ db, now, metrics, logger }: Service): Promise<false> {
  const dropped = await dropMailBefore(db, now() - GIVE_UP_AFTER_MS);
  if (dropped > 0) {
    metrics.mails.inc({ result: 'given_up' }, dropped);
    logger.error({ mails: dropped }, 'mail given up: there is nowhere to send it');
  }
  return false;
}

function watchQueue({ db, metrics, logger }: Service): void {
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

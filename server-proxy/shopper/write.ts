/** One write of a shopper on its way, and the guard that every text passes. */
import { pseudonymOf } from '../../insights/witnesses.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { AnswerOf, ShopperWrite } from '../../contract/shopper/shopper.ts';
import type { Form } from '../../server-kit/http/form.ts';
import type { EncodedImage } from '../../server-kit/pictures/images.ts';
import type { CustomerToken } from '../customer/token.ts';
import type { HoldReason } from '../../server-kit/robots/floods.ts';
import type { Arrival, RobotGuard } from '../../server-kit/robots/guard.ts';
import type { ProxyDb } from '../state/tables.ts';
import { Writers } from '../writes/writers.ts';
import type { WriteName } from '../writes/delivered.ts';
import type { Outbox, WriteOutcome } from '../writes/outbox/outbox.ts';
import type { OutgoingWrite } from '../writes/outbox/outbox-rows.ts';
import { mayCause, type Counts } from './guards.ts';
import { shopperPolicies } from './policies.ts';

/** The tools of all writes. */
export interface WriteTools extends Counts {
  readonly db: ProxyDb;
  readonly robotGuard: RobotGuard;
  readonly outbox: Outbox;
  /** Hides the keys and networks of shoppers. */
  readonly key: Buffer;
  readonly clock: Clock;
}

/** @template Tools those that it takes besides */
export interface Write<Tools = unknown> {
  readonly tools: WriteTools & Tools;
  readonly business: string;
  readonly network: string;
  readonly form: Form<EncodedImage>;
  readonly visitor: string | undefined;
  readonly token: CustomerToken | null;
  /** The header `Plaudit-Proof`. */
  readonly proof: string | undefined;
  /** The proof that it has used up already. */
  readonly spent: string | null;
  /** The key of this write at the API, the same for every repetition of it. */
  readonly upstreamKey: string;
}

/** The outcome of a write, and the answer's content besides that. */
export interface Done<Name extends ShopperWrite> {
  readonly state: WriteOutcome['state'];
  readonly answer: Omit<AnswerOf<Name>, 'queued'>;
}

/**
 * Somebody whom the shop vouches for is not a robot.
 * @returns why the write is to be held, or null.
 */
export async function admit(
  { tools, business, network, token, proof, spent, upstreamKey }: Write,
  operation: ShopperWrite,
  text: Arrival['review'],
): Promise<HoldReason | null> {
  if (token) return null;
  return tools.robotGuard.admit({ id: upstreamKey, business, operation, network, proof, spent, review: text });
}

export async function uncountedIfRefused<Result>(
  { tools, upstreamKey }: Write,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await new Writers(tools.db).forget(upstreamKey);
    throw error;
  }
}

/** Keeps what a shopper wrote, and tries to deliver it at once. */
export const submit = <Name extends ShopperWrite & WriteName>(
  { tools, business, network, token, upstreamKey }: Write,
  operation: Name,
  kept: Pick<OutgoingWrite, 'fields'> & Partial<OutgoingWrite>,
): Promise<WriteOutcome<Name>> => {
  const { outbox, key, clock } = tools;
  const spareOf = mayCause(tools, network) ? null : pseudonymOf(key, network, clock.now());
  return outbox.submit(
    { files: [], use: null, ...kept, id: upstreamKey, business, operation, person: token?.customer.email, spareOf },
    shopperPolicies[operation].timeoutMs,
  );
};

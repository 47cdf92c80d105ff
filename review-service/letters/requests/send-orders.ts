/** Asks about the orders of a file: each is checked, and then somebody is asked, unless it is a trial. */
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { parseParameters } from '../../../contract/endpoints/read-parameters.ts';
import { readOrders } from '../../../exchange/orders/read-orders.ts';
import type { Found, FoundOrder } from '../../../exchange/orders/order.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { requireBusiness } from '../../data/require-business.ts';
import type { Database } from '../../data/tables.ts';
import { ask, checkAsking, toAsking } from './ask.ts';
import { findOrder } from './requests.ts';
import { wantsNoRequests } from './stops.ts';

export const orderOutcomes = ['asked', 'already asked', 'unsubscribed', 'refused', 'left out'] as const;
export type OrderOutcome = (typeof orderOutcomes)[number];

export interface SendingOptions {
  /** Checks everything, and asks nobody. */
  readonly dryRun?: boolean;
  /** When the mails leave; by default at once. */
  readonly mailAt?: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * @param line - in the file, from 1.
   * @param order - null for a row that is none.
   * @param reason - why nobody is asked.
   */
  onOrder(line: number, outcome: OrderOutcome, order: FoundOrder['fields'] | null, reason: string | null): void;
}

export type OrderCounts = Record<OrderOutcome, number>;

/**
 * The whole file is read before anybody is asked. The same file again asks nobody twice.
 * @param onNotice - told of what the sender should know about the file.
 * @throws ApiError `businessNotAvailable`; FileRefused for a file that is broken, of no format, or too long.
 */
export async function sendOrderFile(
  db: Database,
  domain: string,
  input: AsyncIterable<Uint8Array>,
  { onNotice, ...options }: SendingOptions & { onNotice(notice: string): void },
): Promise<OrderCounts> {
  const business = await requireBusiness(db, domain);
  return sendOrders(db, business, await readOrders(input, onNotice), options);
}

/** The same for orders that were read. */
export async function sendOrders(
  db: Database,
  business: BusinessRow,
  orders: readonly Found[],
  options: SendingOptions,
): Promise<OrderCounts> {
  const counts = Object.fromEntries(orderOutcomes.map((outcome) => [outcome, 0])) as OrderCounts;
  const sending = new Sending(db, business, options);
  for (const one of orders) {
    const [outcome, reason] =
      'fields' in one
        ? await sending.take(one)
        : 'refused' in one
          ? (['refused', one.refused] as const)
          : (['left out', one.leftOut] as const);
    counts[outcome] += 1;
    options.onOrder(one.line, outcome, 'fields' in one ? one.fields : null, reason);
  }
  return counts;
}

class Sending {
  readonly #db: Database;
  readonly #business: BusinessRow;
  readonly #options: SendingOptions;
  /** The orders of a trial, by address: what would have been asked counts as asked. */
  readonly #planned = new Map<string, Set<string>>();

  constructor(db: Database, business: BusinessRow, options: SendingOptions) {
    this.#db = db;
    this.#business = business;
    this.#options = options;
  }

  async take({ fields }: FoundOrder): Promise<readonly [OrderOutcome, string | null]> {
    try {
      const given = parseParameters('addProductReviewRequest', fields);
      const { dryRun = false, now, mailAt } = this.#options;
      const { email, product_skus: skus } = given;
      const asking = { ...toAsking('products', this.#business, given, now), email, skus };
      if (dryRun) return [await this.#check(asking), null];
      return [
        await inTransaction(this.#db, async (transaction) => {
          const outcome = await outcomeOf(transaction, asking);
          await ask(transaction, { ...asking, byMail: true, ...(mailAt === undefined ? {} : { mailAt }) });
          return outcome;
        }),
        null,
      ];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return ['refused', error.message.replace(/^Parameter /, '')];
    }
  }

  async #check(asking: Checked): Promise<OrderOutcome> {
    const email = asking.email.toLowerCase();
    const planned = this.#planned.get(email) ?? new Set();
    await checkAsking(this.#db, asking, planned.size - (planned.has(asking.orderId) ? 1 : 0));
    if (planned.has(asking.orderId)) return 'already asked';
    const outcome = await outcomeOf(this.#db, asking);
    if (outcome !== 'already asked') this.#planned.set(email, planned.add(asking.orderId));
    return outcome;
  }
}

type Checked = ReturnType<typeof toAsking> & { readonly email: string; readonly skus: readonly string[] };

async function outcomeOf(db: Database, { business, kind, email, orderId }: Checked): Promise<OrderOutcome> {
  const earlier = await findOrder(db, { businessId: business.id, kind, email, orderId });
  if (earlier?.mail_id) return 'already asked';
  return (await wantsNoRequests(db, business.id, email)) ? 'unsubscribed' : 'asked';
}

/** Answers the reads of shoppers: from the mirror where it is complete, otherwise by asking the API. */
import type { Product, ProductQuestion } from '../../contract/entities/entities.ts';
import { extensionOf } from '../../contract/endpoints/endpoints.ts';
import { refuse } from '../../contract/endpoints/errors.ts';
import { pickParameters, type RawParameters } from '../../contract/endpoints/read-parameters.ts';
import { parseShopperParameters, type ShopperParameters } from '../../contract/shopper/shopper-parameters.ts';
import type { AnswerOf, ShopperRead } from '../../contract/shopper/shopper.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { withCurrentSku } from '../../review-store/products/earlier-skus.ts';
import { Digests } from '../../insights/digest/digests.ts';
import { GistReads } from '../../insights/digest/gist-reads.ts';
import type { ScaleSetting } from '../../insights/digest/scales.ts';
import type { Metrics } from '../metrics.ts';
import { readBusinessFigures, readProductFigures, type ProductFigures } from '../mirror/parts/figures.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { readUnlisted } from '../mirror/parts/moderation.ts';
import type { Secrets } from '../secrets.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import { atOneMoment } from '../state/transaction.ts';
import type { Translator } from '../../insights/translations/translator.ts';
import type { UpstreamClient } from '../../api-client/client.ts';
import type { OwnAddress } from '../upstream/own-address.ts';
import type { UpstreamExtensions } from '../upstream/extensions.ts';
import { LONGEST_WAIT_MS } from '../../api-client/lanes.ts';
import { addWaitingVotes } from '../writes/votes/vote-rows.ts';
import { shopperPolicies, type ShopperPolicy } from './policies.ts';
import { needsOf, type ReadHandler, type ReadTools, type WithFigures } from './lists/read-handler.ts';
import { AnswerCache } from './answer-cache.ts';
import { readHandlers } from './lists/reads.ts';
import { toCached, type CachedAnswer } from './cached-answer.ts';

export interface AnswerTools {
  readonly db: ProxyDb;
  readonly mirror: Mirror;
  readonly client: UpstreamClient;
  readonly extensions: Pick<UpstreamExtensions, 'has'>;
  /** Null where the operator runs none. */
  readonly translator: Pick<Translator, 'translates'> | null;
  /** Whether the operator has reviews summarised. */
  readonly hasSummaries: boolean;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly secrets: Secrets;
  readonly ownAddress: Pick<OwnAddress, 'current'>;
  /** As the operator has set them. */
  readonly scales: readonly ScaleSetting[];
}

interface WaitingShopper {
  /** Throws if this shopper may not cause a call. */
  readonly allowCall: () => void;
  /** Throws if this shopper may not cause the work; what is kept costs nothing. */
  readonly spend: () => void;
  /** When they began to wait, by `Clock.elapsed`. */
  readonly since: number;
}

interface Question extends Pick<WaitingShopper, 'spend'> {
  /** The question as it was understood: the same in other words gets the same answer. */
  readonly key: string;
  readonly domain: string;
  readonly operation: string;
}

export class ShopperAnswers {
  readonly #tools: AnswerTools;
  readonly #cache: AnswerCache;
  readonly #digests: Digests;

  constructor(tools: AnswerTools) {
    this.#tools = tools;
    this.#cache = new AnswerCache(tools.clock);
    this.#digests = new Digests(tools.scales, tools.hasSummaries);
  }

  /**
   * @param raw - the shopper's parameters; those that the operation does not have are ignored.
   * @param allowCall - throws where this shopper may not cause a call.
   * @param spend - throws where this shopper may not cause the work.
   */
  read<Name extends ShopperRead>(
    name: Name,
    domain: string,
    raw: RawParameters,
    allowCall: () => void,
    spend: () => void = () => {},
  ): Promise<CachedAnswer<AnswerOf<Name>>> {
    return this.#read(name, domain, raw, { allowCall, spend, since: this.#tools.clock.elapsed() });
  }

  async #read<Name extends ShopperRead>(
    name: Name,
    domain: string,
    raw: RawParameters,
    shopper: WaitingShopper,
  ): Promise<CachedAnswer<AnswerOf<Name>>> {
    const { allowCall, spend, since } = shopper;
    const policy: ShopperPolicy = shopperPolicies[name];
    const handler: ReadHandler<Name> = readHandlers[name];
    const given = allowed(raw, policy.ignored ?? []);
    const query = parseShopperParameters(name, given);
    const key = `${domain} ${name} ${JSON.stringify(query)}`;
    const { mirror } = this.#tools;
    const { fromMirror } = handler;
    const sku = handler.ofProduct?.(query) ?? null;
    if (sku !== null) mirror.noteView(domain, sku);
    const extension = extensionOf(name);
    if (fromMirror) {
      const make = async (db: ProxyDb) => {
        const tools = this.#readTools(domain, db);
        return fromMirror(tools, await withCurrentSku(tools.store, tools.business.id, query));
      };
      const needs = needsOf(handler, query);
      if (mirror.isMirrored(domain, needs))
        return this.keep({ key, domain, operation: name, spend }, () => mirror.readAt(domain, needs), make);
      const isKept = this.#cache.isFresh(key);
      if (!isKept) spend();
      const waitedMs = this.#tools.clock.elapsed() - since;
      const [timeoutMs, atMostMs] = [policy.timeoutMs - waitedMs, LONGEST_WAIT_MS - waitedMs];
      const wish = { needs, sku, timeoutMs, atMostMs, allowCall };
      const readAt = isKept ? null : await mirror.readCold(domain, wish);
      if (readAt !== null) return this.keep({ key, domain, operation: name, spend: () => {} }, () => readAt, make);
    }
    if (extension && !mirror.has(domain, extension)) throw notMirrored();
    this.#tools.metrics.answers.inc({ operation: name, source: 'api' });
    return this.#cache.readThrough(key, {
      domain,
      freshMs: policy.freshSeconds * 1_000,
      allowCall,
      until: since + LONGEST_WAIT_MS,
      load: async () => {
        const fields = { ...pickParameters(name, given), ...handler.also?.(query) };
        const answer = await this.#ask(name, handler, domain, query, fields, shopper);
        return {
          answer: toCached(answer, this.#tools.clock.now(), this.#tools),
          goodUntil: handler.goodUntil?.(answer) ?? null,
        };
      },
    });
  }

  /** Makes an answer from the mirror, once for each version of it. */
  async keep<Answer extends object>(
    { key, domain, operation, spend }: Question,
    readAt: () => number,
    make: (db: ProxyDb) => Promise<Answer>,
  ): Promise<CachedAnswer<Answer>> {
    const { db, mirror, metrics } = this.#tools;
    metrics.answers.inc({ operation, source: 'mirror' });
    const version = mirror.version(domain);
    const kept = this.#cache.find<Answer>(key, version);
    // It may have been compared with the API since.
    if (kept) return { ...kept, readAt: readAt() };
    spend();
    return this.#cache.make(key, { domain, version }, async () =>
      toCached(await atOneMoment(db, make), readAt(), this.#tools),
    );
  }

  /** Something was written to a business: nobody gets an answer that was read through before. */
  outdate(domain: string): void {
    this.#cache.outdate(domain);
  }

  async #ask<Name extends ShopperRead>(
    name: Name,
    handler: ReadHandler<Name>,
    domain: string,
    query: ShopperParameters<Name>,
    fields: Record<string, string>,
    shopper: WaitingShopper,
  ): Promise<AnswerOf<Name>> {
    const { client, clock } = this.#tools;
    const { since } = shopper;
    // A shopper who has waited for the mirror does not wait for a call as if they had just come.
    const { timeoutMs: usualMs } = shopperPolicies[name];
    const timeoutMs = Math.min(usualMs, since + LONGEST_WAIT_MS - clock.elapsed());
    const { body } = await client.call(name, { lane: 'shopper', business: domain, fields, timeoutMs, since });
    const answer = await handler.fromApi(this.#readTools(domain, this.#tools.db), query, body);
    if (!answer) throw refuse('upstreamFailed', `The review service answered ${name} with something unknown`);
    if (!handler.countElsewhere || !('total' in answer) || answer.total !== null) return answer;
    const readOther = async <Other extends ShopperRead>(other: Other, raw: RawParameters) =>
      (await this.#read(other, domain, raw, shopper)).answer();
    // The page is good without its total.
    return { ...answer, total: await handler.countElsewhere(query, readOther).catch(() => null) };
  }

  #readTools(domain: string, db: ProxyDb): ReadTools {
    const { mirror, extensions, translator } = this.#tools;
    return {
      store: storeOf(db),
      business: mirror.business(domain),
      addWaitingVotes: (reviews) => addWaitingVotes(db, domain, reviews),
      readUnlisted: () => readUnlisted(db, domain),
      withFigures: this.#withFigures(domain, db),
      gists: new GistReads({
        db,
        business: mirror.business(domain),
        digests: this.#digests,
        isMirrored: mirror.isMirrored(domain, ['productReviews', 'reviews', 'products']),
      }),
      canAsk: () => extensions.has('ask', db),
      canReport: () => extensions.has('report', db),
      translates: (languages) => translator?.translates(languages),
    };
  }

  #withFigures(domain: string, db: ProxyDb): WithFigures {
    // Mirrored reviews are counted instead.
    const needed = !this.#tools.mirror.isMirrored(domain, ['productReviews']);
    const figuresOf = (skus: readonly string[]) => readProductFigures(db, domain, needed ? skus : []);
    return {
      ofBusiness: async (profile) => ({ ...profile, ...(await readBusinessFigures(db, domain)) }),
      async ofProducts(products) {
        const figures = await figuresOf(products.map(({ sku }) => sku));
        return products.map((product) => withFigures(product, figures));
      },
      async ofQuestions(questions) {
        const figures = await figuresOf(questions.flatMap(({ product }) => product?.sku ?? []));
        return questions.map(({ product, ...question }) => ({
          ...question,
          product: product && withFigures(product, figures),
        }));
      },
    };
  }
}

/** Not every API can be asked instead. */
const notMirrored = () =>
  refuse('unavailable', 'This is answered once the reviews are mirrored', { retryAfterSeconds: 30 });

/** Without the parameters that are not for shoppers. */
const allowed = (raw: RawParameters, ignored: readonly string[]): RawParameters =>
  Object.fromEntries(Object.entries(raw).filter(([parameter]) => !ignored.includes(parameter)));

type Listed = Product | NonNullable<ProductQuestion['product']>;

function withFigures<One extends Listed>(product: One, figures: ReadonlyMap<string, ProductFigures>): One {
  const listed = figures.get(product.sku);
  return listed ? { ...product, num_reviews: listed.total, average_rating: listed.averageRating } : product;
}

/**
 * Elements as HTML, each kept for as long as the answers that it was made from say the same. Shoppers pay for a
 * fragment that is made for them (docs/decisions/0093-connections-and-costs.md); one that is kept costs nothing.
 */
import { createHash } from 'node:crypto';
import { refuse } from '../../contract/endpoints/errors.ts';
import type { RawParameters } from '../../contract/endpoints/read-parameters.ts';
import type { RenderedElement, Renderer } from '../../contract/shopper/rendering.ts';
import type { AnswerOf, ShopperOperation } from '../../contract/shopper/shopper.ts';
import { bytesOf, WeighedCache } from '../../server-kit/weighed-cache.ts';
import { costOfCompression, costOfRender, type Costs } from '../http/costs.ts';
import type { ShopperAnswers } from '../shopper/answers.ts';
import { isRead } from '../shopper/lists/reads.ts';
import { isKept, toCachedText, weightOf, type CachedAnswer, type CachedText } from '../shopper/cached-answer.ts';
import { spokenLocale } from './languages.ts';
import { writeRenderQuery, type RenderQuery } from './query.ts';

export interface FragmentTools {
  readonly answers: ShopperAnswers;
  readonly costs: Costs;
  readonly renderer: Renderer;
}

export interface FragmentWish {
  readonly tag: string;
  readonly business: string;
  readonly query: RenderQuery;
  readonly base: string;
  readonly network: string;
  readonly asked: RawParameters;
  /** Throws where this shopper may not cause a call. */
  allowCall(): void;
  /** Where shoppers ask about a product; null where that is unknown so far. */
  askUrl(): string | null;
}

export interface Fragment extends CachedText {
  /** Its content security policy. */
  readonly policy: string;
  /** When the API was last asked about what is in it, in milliseconds since 1970; 0: never. */
  readonly readAt: number;
}

/** An answer that a fragment was made from, and how to get it again. */
interface Input {
  /** Says whether it is still the same. */
  readonly etag: string;
  again(allowCall: () => void): Promise<CachedAnswer>;
}

interface Kept {
  readonly fragment: Fragment;
  readonly inputs: readonly Input[];
  /** The link that was known when it was made; undefined where it needs none. */
  readonly askUrl: string | null | undefined;
}

/** The memory for an input: the parameters by which it is asked for again. */
const INPUT_BYTES = 2_000;

export class Fragments {
  readonly #tools: FragmentTools;
  readonly #kept = new WeighedCache<Kept>({
    maxBytes: 16 * 1024 * 1024,
    weigh: ({ fragment, inputs }) => weightOf(fragment) + bytesOf(fragment.policy) + inputs.length * INPUT_BYTES,
  });

  constructor(tools: FragmentTools) {
    this.#tools = tools;
  }

  /** @throws ApiError `tooManyRequests` where it has to be made, and its address has not enough left for that. */
  async read(wish: FragmentWish): Promise<Fragment> {
    const { tag, query, base, network, asked, allowCall } = wish;
    const key = `${base} ${tag}?${writeRenderQuery({ ...query, attributes: inOneOrder(query.attributes) })}`;
    const kept = this.#kept.get(key);
    const isSame = kept !== undefined && (kept.askUrl === undefined || kept.askUrl === wish.askUrl());
    const readAt = isSame ? await readAgain(kept, allowCall) : null;
    if (readAt !== null) return { ...kept!.fragment, readAt };
    const { costs } = this.#tools;
    const price = costOfRender(asked);
    costs.spend(network, price);
    const work = new Work();
    const made = await this.#make(wish, work).finally(() => costs.charge(network, work.ms - price));
    costs.charge(network, costOfCompression(made.fragment.text.length));
    if (isKept(key)) this.#kept.set(key, made);
    return made.fragment;
  }

  async #make({ tag, business, query, base, allowCall, askUrl }: FragmentWish, work: Work): Promise<Kept> {
    const { renderer, answers } = this.#tools;
    const inputs: (Input & Pick<CachedAnswer, 'readAt'>)[] = [];
    let usedAskUrl: string | null | undefined;
    const rendering = renderer.render({
      tag,
      ...query,
      locale: spokenLocale(query.attributes['locale'], renderer.languages),
      link: (attributes, plain) => `${base}/render/${tag}?${writeRenderQuery({ attributes, plain })}`,
      askUrl: () => (usedAskUrl = askUrl()),
      async ask<Name extends ShopperOperation>(name: Name, given: Readonly<Record<string, string>>) {
        if (!isRead(name)) throw new Error(`Nothing that is rendered may ask for ${name}`);
        const again = (allow: () => void) => answers.read(name, business, given, allow);
        const { etag, readAt, text } = await work.pause(again(allowCall));
        inputs.push({ etag, again, readAt });
        return JSON.parse(text) as AnswerOf<Name>;
      },
    });
    const rendered = await work.until(rendering);
    if (!rendered)
      throw refuse(
        'parameterMissing',
        `Attribute sku${tag === 'plaudit-product-reviews' ? ' or item-group' : ''} is missing`,
      );
    const fragment = { ...toCachedText(rendered.html), policy: policyFor(rendered), readAt: oldest(inputs) };
    return { fragment, inputs: inputs.map(({ etag: of, again }) => ({ etag: of, again })), askUrl: usedAskUrl };
  }
}

/** The same question is the same text, whatever comes first in it. */
const inOneOrder = (attributes: RenderQuery['attributes']): RenderQuery['attributes'] =>
  Object.fromEntries(Object.entries(attributes).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Processor time of this thread, without what others use while it waits for an answer. */
class Work {
  ms = 0;
  #waiting = 0;
  #since = now();

  async pause<Result>(answer: Promise<Result>): Promise<Result> {
    if (this.#waiting++ === 0) this.#stop();
    try {
      return await answer;
    } finally {
      if (--this.#waiting === 0) this.#since = now();
    }
  }

  async until<Result>(end: Promise<Result>): Promise<Result> {
    try {
      return await end;
    } finally {
      if (this.#waiting === 0) this.#stop();
    }
  }

  #stop(): void {
    this.ms += now() - this.#since;
  }
}

function now(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** When the answers were read; null where one of them says something else by now. */
async function readAgain({ inputs }: Kept, allowCall: () => void): Promise<number | null> {
  const all = await Promise.all(inputs.map(({ again }) => again(allowCall)));
  return all.every(({ etag }, index) => etag === inputs[index]!.etag) ? oldest(all) : null;
}

const oldest = (inputs: readonly { readonly readAt: number }[]): number =>
  inputs.length === 0 ? 0 : Math.min(...inputs.map(({ readAt }) => readAt));

/**
 * A fragment that is opened by itself is on the proxy's own origin: nothing that shoppers wrote may run there. In a
 * sandbox without scripts, browsers show what is in `<noscript>` to readers who follow a link to it.
 */
function policyFor({ styles }: RenderedElement): string {
  const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  return [
    'sandbox allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    'img-src http: https: data:',
    `style-src ${hashes.join(' ') || "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ');
}

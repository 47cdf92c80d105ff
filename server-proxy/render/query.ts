/** The query of a render request: attributes of the tag, and a state for readers without JavaScript. */
import type { PlainState } from '../../contract/shopper/rendering.ts';
import { refuse, refuseParameter } from '../../contract/endpoints/errors.ts';
import { productReviewOrders, reviewOrders, themes } from '../../contract/shopper/choices.ts';
import type { RawParameters } from '../../contract/endpoints/read-parameters.ts';
import { shopperParameters } from '../../contract/shopper/shopper-parameters.ts';
import { isOnTheWeb } from '../../contract/web-address.ts';
import { readLocale } from './languages.ts';

export interface RenderQuery {
  readonly attributes: Readonly<Record<string, string>>;
  readonly plain: PlainState;
}

/** UTF-16 code units. */
const LONGEST = 500;
const MOST_START = 1_000_000;

const orders: ReadonlySet<string> = new Set([...productReviewOrders, ...reviewOrders]);

const checks: Readonly<Record<string, (value: string) => boolean>> = {
  'page-size': (value) => /^[1-9]\d?$|^100$/.test(value),
  // The lists of products and of the business have words of their own.
  order: (value) => orders.has(value),
  // As HTML and frameworks write what is on.
  translated: (value) => /^(true|translated)?$/.test(value),
  theme: (value) => (themes as readonly string[]).includes(value),
  locale: (value) => readLocale(value) !== null,
  proxy: isOnTheWeb,
};

/** The names of the state in links. No attribute begins like this. */
const states: Readonly<Record<keyof PlainState, string>> = {
  start: 'plaudit-start',
  ratings: 'plaudit-rating',
  photos: 'plaudit-photos',
  verified: 'plaudit-verified',
  languages: 'plaudit-language',
  with: 'plaudit-with',
  mention: 'plaudit-mention',
  text: 'plaudit-q',
  review: 'plaudit-review',
};

/**
 * @param known - attributes of the element.
 * @throws ApiError `malformed`, naming what is wrong.
 */
export function readRenderQuery(query: Readonly<Record<string, unknown>>, known: readonly string[]): RenderQuery {
  const attributes: Record<string, string> = {};
  const state: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    const isState = Object.values(states).includes(name);
    // No URL may say who the customer is.
    if (!isState && (!known.includes(name) || name === 'customer'))
      throw refuse('malformed', `There is no attribute ${JSON.stringify(name.slice(0, 100))} that could be rendered`);
    if (typeof value !== 'string') throw refuse('malformed', `Attribute ${name} is given more than once`);
    // oxlint-disable-next-line no-control-regex -- no text that a page shows holds these
    if (value.length > LONGEST || /[\0-\x1f\x7f]/.test(value))
      throw refuse(
        'malformed',
        `Attribute ${name} is longer than ${LONGEST} characters or holds one that cannot be shown`,
      );
    if (checks[name]?.(value) === false) throw refuse('malformed', `Attribute ${name} is malformed`);
    (isState ? state : attributes)[name] = value;
  }
  return { attributes, plain: readState(state) };
}

const { ratings, languages, with: chosen, mention, review_id } = shopperParameters.listProductReviews.shape;

/** Reads what the parameter of a list takes. @throws ApiError `malformed`, naming the state. */
function readAs<Value>(
  { safeParse }: { safeParse(raw: string | undefined): { success: boolean; data?: Value; error?: unknown } },
  name: keyof PlainState,
  raw: string | undefined,
): Value | undefined {
  const { success, data } = safeParse(raw);
  if (!success) throw refuseParameter('malformed', states[name], 'is malformed');
  return data;
}

function readState(given: Readonly<Record<string, string>>): PlainState {
  const of = (name: keyof PlainState) => given[states[name]]?.trim() || undefined;
  const start = of('start') ?? '0';
  if (!/^\d{1,7}$/.test(start) || Number(start) > MOST_START)
    throw refuseParameter('malformed', states.start, 'is malformed');
  const stars = readAs(ratings, 'ratings', of('ratings')) ?? [];
  readAs(chosen, 'with', of('with'));
  const review = readAs(review_id, 'review', of('review')) ?? null;
  const state: PlainState = {
    start: Number(start),
    ratings: [1, 2, 3, 4, 5].filter((rating) => stars.includes(rating)),
    photos: of('photos') === '1',
    verified: of('verified') === '1',
    languages: readAs(languages, 'languages', of('languages'))?.join() ?? null,
    with: of('with') ?? null,
    mention: readAs(mention, 'mention', of('mention')) ?? null,
    text: of('text') ?? '',
    review: null,
  };
  return review === null ? state : { ...readState({}), review };
}

/** The query that `readRenderQuery` reads this from. */
export function writeRenderQuery({ attributes, plain }: RenderQuery): string {
  const given = (Object.keys(states) as (keyof PlainState)[]).flatMap((name) => {
    const value = plain[name];
    const written = value === true ? '1' : String(value || '');
    return written ? [[states[name], written]] : [];
  });
  return new URLSearchParams([...Object.entries(attributes), ...given] as [string, string][]).toString();
}

export const parametersOf = (query: Readonly<Record<string, string>>): RawParameters => ({
  start: query[states.start],
  // The numbers beside the filters, which the page does not bring along.
  digest: query[states.start] && '1',
  verified: query[states.verified],
  languages: query[states.languages],
  with: query[states.with],
  mention: query[states.mention],
  q: query[states.text],
  review_id: query[states.review],
  count: query['page-size'],
  order: query['order'],
});

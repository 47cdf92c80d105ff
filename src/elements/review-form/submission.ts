/** Reads, checks and submits the review form. */
import type { QueryOf } from '../../../contract/shopper/shopper.ts';
import type { Key } from '../../locales/catalogue.ts';
import type { Source } from '../../source/source.ts';

type Review = QueryOf<'addProductReview'>;

export interface Submission {
  readonly body: Review;
  /** A repeated submission of the same review has the same key. */
  readonly key: string;
}

export interface Accepted {
  readonly said: 'sent' | 'queued' | 'held';
  readonly rating: number;
}

/** The proxy suspects a robot if the form was displayed for less, in milliseconds; faster submissions wait. */
const SHORTEST_MS = 2_100;

/** Prefix of a custom attribute's field name; the shop's name for it follows. */
const attributeName = /^attribute /;

/** The error of each required field that is empty, in form order. */
export function missingIn(form: HTMLFormElement): ReadonlyMap<string, Key> {
  const values = new FormData(form);
  const needed = [...form.querySelectorAll<HTMLInputElement>('[aria-required=true]')].map(({ name }) => name);
  return new Map(
    ['rating', ...needed]
      .filter((name) => !(values.get(name) as string | null)?.trim())
      .map((name) => [name, name === 'rating' ? 'needRating' : 'needText']),
  );
}

/**
 * The form in the format that the proxy accepts: custom attributes as one text, photos and captions side by side.
 * @param last the previous submission
 */
export function readForm(
  form: HTMLFormElement,
  sku: string,
  photos: readonly File[],
  last: Submission | undefined,
  newKey: () => string,
): Submission {
  const body: Record<string, string> = {};
  const attributes: string[] = [];
  for (const [name, value] of new FormData(form) as Iterable<[string, string]>) {
    if (!attributeName.test(name)) body[name] = value;
    else if (value.trim()) attributes.push(`${name.replace(attributeName, '')}:${value.replaceAll('|', '/').trim()}`);
  }
  if (attributes[0]) body['attributes'] = attributes.join('|');
  const images = photos.map((file, index) => [`image${index + 1}`, file]);
  const review: Review = { ...body, sku, ...Object.fromEntries(images) };
  return last && toText(last.body) === toText(review) ? last : { body: review, key: newKey() };
}

const toText = (review: Review): string =>
  JSON.stringify(review, (_, value: unknown) => (value instanceof File ? [value.size, value.name] : value));

/**
 * @param shownAt when the form appeared, in milliseconds since the page loaded
 * @param customer token by which the shop vouches for who writes
 * @throws Failure
 */
export async function submit(
  source: Source,
  { body, key }: Submission,
  shownAt: number,
  customer: string | null,
): Promise<Accepted> {
  const elapsed = () => Math.round(performance.now() - shownAt);
  await new Promise((resolve) => setTimeout(resolve, SHORTEST_MS - elapsed()));
  const answer = await source.send('addProductReview', { ...body, elapsed: `${elapsed()}` }, key, customer);
  const said = answer.queued ? 'queued' : answer.product_review?.published === 'pending' ? 'held' : 'sent';
  return { said, rating: Number(body.rating) };
}

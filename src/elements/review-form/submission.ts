/**
 * What becomes of a form that a shopper sends. Loaded with the first form that is on show, for whoever only reads needs
 * none of it, and free of imports, as the lightbox is.
 */
import type { QueryOf } from '../../../contract/shopper.ts';
import type { Key } from '../../locales/catalogue.ts';
import type { Source } from '../../source/source.ts';

export { submission as english } from '../../locales/en/submission.ts';

type Review = QueryOf<'addProductReview'>;

export interface Submission {
  readonly body: Review;
  /** The same review again has the same key. */
  readonly key: string;
}

export interface Accepted {
  readonly said: 'sent' | 'queued' | 'held';
  readonly rating: number;
}

/** The proxy takes a form that was on show for less for a robot's, in milliseconds. A quick shopper waits that long. */
const SHORTEST_MS = 2_100;

/** Whether a field of this name is one of those that a shop adds; what the shop calls it follows. */
const attributeName = /^attribute /;

/** What is wrong with each field that must be filled in and is not, in the order of the form. */
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
 * What the proxy takes: custom attributes travel as one text, photos beside their captions.
 * @param last what was sent before
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
  for (const [name, value] of new FormData(form) as unknown as Iterable<[string, string]>) {
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
 * @param shownAt when the form was put on show, in milliseconds since the page began
 * @throws Failure
 */
export async function submit(source: Source, { body, key }: Submission, shownAt: number): Promise<Accepted> {
  const elapsed = () => Math.round(performance.now() - shownAt);
  await new Promise((resolve) => setTimeout(resolve, SHORTEST_MS - elapsed()));
  const answer = await source.send('addProductReview', { ...body, elapsed: `${elapsed()}` }, key);
  const said = answer.queued ? 'queued' : answer.product_review?.published === 'pending' ? 'held' : 'sent';
  return { said, rating: Number(body.rating) };
}

/** The query of a render request: attributes of the tag, and a state for readers without JavaScript. */
import type { PlainState } from '../../contract/rendering.ts';
import { refuse, refuseParameter } from '../../contract/errors.ts';
import { readLocale } from './languages.ts';

export interface RenderQuery {
  readonly attributes: Readonly<Record<string, string>>;
  readonly plain: PlainState;
}

/** UTF-16 code units. */
const LONGEST = 500;
const MOST_START = 1_000_000;

/** What the values of some attributes must be. */
const checks: Readonly<Record<string, (value: string) => boolean>> = {
  'page-size': (value) => /^[1-9]\d?$|^100$/.test(value),
  // The lists of products and of the business have words of their own.
  order: (value) => /^(created|relevant|ASC|DESC|helpful|highest|lowest)$/.test(value),
  ratings: (value) => /^[1-5](,[1-5])*$/.test(value),
  languages: (value) => /^[a-z]{2,3}(,[a-z]{2,3})*$/i.test(value),
  review: (value) => /^[1-9]\d{0,14}$/.test(value),
  theme: (value) => /^(auto|light|dark)$/.test(value),
  locale: (value) => readLocale(value) !== null,
  proxy: (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
};

/** The names of the state in links. No attribute begins like this. */
const states: Readonly<Record<keyof PlainState, string>> = {
  start: 'plaudit-start',
  rating: 'plaudit-rating',
  photos: 'plaudit-photos',
  text: 'plaudit-q',
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

function readState(given: Readonly<Record<string, string>>): PlainState {
  const {
    [states.start]: start = '0',
    [states.rating]: rating,
    [states.photos]: photos,
    [states.text]: text = '',
  } = given;
  if (!/^\d{1,7}$/.test(start) || Number(start) > MOST_START)
    throw refuseParameter('malformed', states.start, 'is malformed');
  if (rating !== undefined && !/^[1-5]$/.test(rating))
    throw refuseParameter('malformed', states.rating, 'is malformed');
  return {
    start: Number(start),
    rating: rating === undefined ? null : Number(rating),
    photos: photos === '1',
    text: text.trim(),
  };
}

/** The query that `readRenderQuery` reads this from. */
export function writeRenderQuery({ attributes, plain }: RenderQuery): string {
  const { start, rating, photos, text } = plain;
  const state = {
    [states.start]: start || null,
    [states.rating]: rating,
    [states.photos]: photos ? 1 : null,
    [states.text]: text || null,
  };
  const given = Object.entries({ ...attributes, ...state }).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)] as [string, string]],
  );
  return new URLSearchParams(given).toString();
}

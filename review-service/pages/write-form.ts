/** The form of the write page: what was typed, and what is wrong with it. */
import { aspects, type Aspect, type AspectRating } from '../../contract/entities.ts';
import { limits, type RawParameters } from '../../contract/parameters.ts';
import { isMailAddress } from '../mail/address.ts';
import type { Wording } from './wording.ts';

export const detailAspects = ['service', 'value', 'shipping', 'returns', 'quality'] as const satisfies readonly Aspect[];
export type DetailAspect = (typeof detailAspects)[number];

/** As typed, so that a form with a mistake in it comes back with everything still there. */
export interface Typed {
  readonly formId: string;
  readonly rating: string;
  readonly details: Readonly<Record<DetailAspect, string>>;
  readonly title: string;
  readonly content: string;
  readonly name: string;
  readonly email: string;
  readonly trap: string;
}

export type FieldName = 'rating' | 'title' | 'content' | 'name' | 'email' | 'trap';
export type Mistakes = Partial<Record<FieldName, string>>;

export const maxLength = { title: limits.line, content: limits.text, name: 200, email: limits.line } as const;

export function emptyForm(formId: string): Typed {
  const details = Object.fromEntries(detailAspects.map((aspect) => [aspect, ''])) as Typed['details'];
  return { formId, rating: '', details, title: '', content: '', name: '', email: '', trap: '' };
}

export function readTyped(fields: RawParameters): Typed {
  const field = (name: string): string => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return typeof value === 'string' ? value.toWellFormed().replace(/\r\n?/g, '\n').trim() : '';
  };
  return {
    formId: field('form'),
    rating: field('rating'),
    details: Object.fromEntries(detailAspects.map((aspect) => [aspect, field(aspect)])) as Typed['details'],
    title: field('title'),
    content: field('content'),
    name: field('name'),
    email: field('email'),
    trap: field('website'),
  };
}

const isStars = (text: string): boolean => /^[1-5]$/.test(text);

export function findMistakes(typed: Typed, { errors }: Wording): Mistakes {
  const mistakes: Mistakes = {};
  if (!isStars(typed.rating)) mistakes.rating = errors.rating;
  for (const name of ['title', 'content', 'name', 'email'] as const) {
    const text = typed[name];
    if (text === '') mistakes[name] = errors[name];
    else if (text.includes('\0')) mistakes[name] = errors.characters;
    else if (text.length > maxLength[name]) mistakes[name] = errors.tooLong(maxLength[name]);
  }
  if (mistakes.email === undefined && !isMailAddress(typed.email)) mistakes.email = errors.email;
  if (typed.trap !== '') mistakes.trap = errors.trap;
  return mistakes;
}

/** One rating for each aspect, null for what was not rated. */
export function ratingsOf(typed: Typed): AspectRating[] {
  const given = (aspect: Aspect): string => (aspect === 'overall' ? typed.rating : typed.details[aspect]);
  return aspects.map((type) => ({ type, rating: isStars(given(type)) ? Number(given(type)) : null }));
}

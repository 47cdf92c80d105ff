/** The fields of a review form: the typed values, and the mistakes in them. */
import type { FastifyRequest } from 'fastify';
import { aspects, type Aspect, type AspectRating } from '../../../contract/entities/entities.ts';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import { typedText } from '../../../contract/entities/typed-text.ts';
import { pageFields, reviewFields } from '../../../contract/review-form.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { contentOf, type Form } from '../../../server-kit/http/form.ts';
import { HEIC } from '../../../server-kit/pictures/images.ts';
import type { Photo, PreparedImage } from '../../images/image-files.ts';
import { isMailAddress } from '../../letters/mail/address.ts';
import type { Wording } from '../../letters/wording/index.ts';

export const detailAspects = [
  'service',
  'value',
  'shipping',
  'returns',
  'quality',
] as const satisfies readonly Aspect[];
export type DetailAspect = (typeof detailAspects)[number];

/** As typed, so that a form with a mistake comes back with everything still in it. */
export interface TypedReview {
  readonly rating: string;
  readonly details: Readonly<Record<DetailAspect, string>>;
  readonly title: string;
  readonly content: string;
  readonly tip: string;
}

export interface TypedWriter {
  readonly name: string;
  readonly email: string;
  /** Only robots fill it in. */
  readonly trap: string;
}

export type Mistakes = Readonly<Record<string, string>>;

export const formFields = { ...reviewFields, ...pageFields };

export const emptyReview: TypedReview = readReview({}, '');
export const emptyWriter: TypedWriter = readWriter({});

/** One field of a form, trimmed; empty if it was not sent. */
export function readField(fields: RawParameters, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === 'string' ? typedText(value) : '';
}

/** @param prefix - how the names of the fields begin: one form may hold several reviews. */
export function readReview(fields: RawParameters, prefix: string): TypedReview {
  const field = (name: string) => readField(fields, prefix + name);
  return {
    rating: field('rating'),
    details: Object.fromEntries(detailAspects.map((aspect) => [aspect, field(aspect)])) as TypedReview['details'],
    title: field('title'),
    content: field('content'),
    tip: field('tip'),
  };
}

export function readWriter(fields: RawParameters): TypedWriter {
  return { name: readField(fields, 'name'), email: readField(fields, 'email'), trap: readField(fields, 'website') };
}

/** The stars that a link has chosen already; empty if it names none. */
export function chosenRating({ query }: FastifyRequest): string {
  const { rating } = query as { rating?: unknown };
  return typeof rating === 'string' && isStars(rating) ? rating : '';
}

/** A shop's question about a product: one of its options, or a few words if it names none. */
export interface Question {
  /** Of its field. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[];
  readonly required: boolean;
  /** As typed. */
  readonly answer: string;
}

export function findAnswerMistakes(questions: readonly Question[], wording: Wording): Mistakes {
  return withoutEmpty(
    Object.fromEntries(questions.map((question) => [question.name, mistakeInAnswer(question, wording)])),
  );
}

function mistakeInAnswer({ options, required, answer }: Question, wording: Wording): string | undefined {
  if (options.length === 0) return mistakeIn('title', answer, '', wording) || undefined;
  if (answer === '') return required ? wording.errors.choose : undefined;
  return options.includes(answer) ? undefined : wording.errors.choose;
}

const isStars = (text: string): boolean => /^[1-5]$/.test(text);

/** Whether any of these fields was filled in. */
export const isEmpty = ({ rating, title, content, tip }: TypedReview): boolean =>
  rating === '' && title === '' && content === '' && tip === '';

export function findReviewMistakes(typed: TypedReview, prefix: string, wording: Wording): Mistakes {
  const { errors } = wording;
  return withoutEmpty({
    [`${prefix}rating`]: isStars(typed.rating) ? undefined : errors.rating,
    [`${prefix}title`]: mistakeIn('title', typed.title, errors.title, wording),
    [`${prefix}content`]: mistakeIn('content', typed.content, errors.content, wording),
    [`${prefix}tip`]: mistakeIn('tip', typed.tip, '', wording),
  });
}

/** Whether the e-mail address of somebody who writes is asked for, or known already. */
export type EmailField = 'required' | 'optional' | 'known';

export function findWriterMistakes(typed: TypedWriter, emailField: EmailField, wording: Wording): Mistakes {
  const { errors } = wording;
  const isAsked = emailField === 'required' || (emailField === 'optional' && typed.email !== '');
  const email =
    mistakeIn('email', typed.email, errors.email, wording) ?? (isMailAddress(typed.email) ? undefined : errors.email);
  return withoutEmpty({
    name: mistakeIn('name', typed.name, errors.name, wording),
    email: isAsked ? email : undefined,
    trap: typed.trap === '' ? undefined : errors.trap,
  });
}

/** The mistakes in a question about a product, beside those in its writer. */
export const findQuestionMistakes = (question: string, wording: Wording): Mistakes =>
  withoutEmpty({ question: mistakeIn('question', question, wording.ask.missing, wording) });

function mistakeIn(
  name: keyof typeof formFields,
  text: string,
  missing: string,
  { errors, language }: Wording,
): string | undefined {
  const { max, required } = formFields[name];
  if (text === '') return required ? missing : undefined;
  if (text.includes('\0')) return errors.characters;
  return text.length > max ? fill(errors.tooLong, { limit: max.toLocaleString(language) }) : undefined;
}

const withoutEmpty = (mistakes: Record<string, string | undefined>): Mistakes =>
  Object.fromEntries(Object.entries(mistakes).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** One rating for each aspect; null if it was not rated. */
export function ratingsOf(typed: TypedReview): AspectRating[] {
  const given = (aspect: Aspect): string => (aspect === 'overall' ? typed.rating : typed.details[aspect]);
  return aspects.map((type) => ({ type, rating: isStars(given(type)) ? Number(given(type)) : null }));
}

/** The photos that were sent in one field, or why one of them is not taken. */
export function readPhotos({ files }: Form<PreparedImage>, field: string, { errors }: Wording): Photo[] | string {
  const sent = files.filter((file) => file.field === field);
  for (const { content } of sent)
    if (content instanceof ApiError) {
      if (content.refusal === 'imageTooLarge') return errors.photoTooLarge;
      return content.message === HEIC ? errors.photoHeic : errors.photo;
    }
  return sent.map((file) => ({ prepared: contentOf(file), caption: '' }));
}

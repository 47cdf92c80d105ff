/** The lines of the format `plaudit`, one description for writing, reading and the published schema. */
import {
  authorColumns,
  commentColumns,
  fieldsOf,
  productColumns,
  productQuestionColumns,
  productReviewColumns,
  questionColumns,
  reviewColumns,
} from './columns.ts';
import {
  jsonObject,
  list,
  mayLack,
  number,
  oneOf,
  optional,
  record,
  text,
  whole,
  type Fields,
  type JsonSchema,
  type Kind,
} from './kinds.ts';

export const PLAUDIT = 'plaudit';
export const VERSION = 1;
export const fileNames = {
  reviews: 'reviews.jsonl',
  questions: 'questions.jsonl',
  products: 'products.jsonl',
} as const;
export type FileName = keyof typeof fileNames;

/** The first line of each file. */
export const headerOf = (name: FileName): string => JSON.stringify({ plaudit: name, version: VERSION });

const photoName = /^[\da-f]{64}\.(?:jpg|webp)$/;
export const isPhotoName = (name: string): boolean => photoName.test(name);

/** The shop itself, whatever its domain, or somebody. */
export const SHOP = 'shop';

function orShop<Stored>(kind: Kind<Stored>): Kind<Stored | typeof SHOP | null> {
  return {
    schema: { anyOf: [{ const: SHOP }, kind.schema, { type: 'null' }] },
    write: (stored) => (stored === null || stored === SHOP ? stored : kind.write(stored)),
    read: (value) => (value === null || value === SHOP ? value : kind.read(value)),
  };
}

export interface FieldValues {
  readonly [name: string]: unknown;
}
const author = orShop(record<FieldValues>(fieldsOf(authorColumns)));
export type WrittenAuthor = FieldValues | typeof SHOP | null;

const sizes = ['original', 'normal', 'large', 'small'] as const;
export type PictureSize = (typeof sizes)[number];

/** The pictures of each size are files below `photos/`, or addresses elsewhere. One that is not there is null. */
export interface WrittenPicture {
  readonly number: number | null;
  readonly caption: string;
  readonly created: string | null;
  readonly createdRFC: string | null;
  readonly files: Readonly<Record<PictureSize, string | null>> | null;
  readonly addresses: Readonly<Record<PictureSize, string>> | null;
  /** Why it is hidden by itself; null where it is not. */
  readonly hidden_for: string | null;
}

const photo: Kind<string> = {
  schema: { type: 'string', pattern: photoName.source },
  write: (stored) => stored,
  read: (value) => {
    const name = text.read(value);
    return isPhotoName(name) ? name : text.read(null);
  },
};
const each = (kind: Kind<unknown>) => record(Object.fromEntries(sizes.map((size) => [size, kind])));

const picture = record<WrittenPicture>({
  number: optional(number),
  caption: text,
  created: optional(text),
  createdRFC: optional(text),
  files: optional(each(optional(photo))),
  addresses: optional(each(text)),
  hidden_for: mayLack(text),
});

/** The word of an import about a review, so that a later file of that vendor finds it again. */
export interface WrittenOrigin {
  readonly vendor: string;
  /** The vendor's number; null where its files have none. */
  readonly number: string | null;
  readonly votes_up: number;
  readonly votes_down: number;
  /** Parts that were changed here since, and stay as they are. */
  readonly changed: readonly string[];
}
const origin = record<WrittenOrigin>({
  vendor: text,
  number: optional(text),
  votes_up: whole,
  votes_down: whole,
  changed: list(oneOf(['words', 'state', 'reply'])),
});

/** Pictures that imports named, and what became of each. */
export interface WrittenSource {
  readonly url: string;
  readonly caption: string;
  readonly state: 'waiting' | 'fetched' | 'missing';
  readonly reason: string | null;
  /** Its number among the pictures of the review. */
  readonly picture: number | null;
}
const source = record<WrittenSource>({
  url: text,
  caption: text,
  state: oneOf(['waiting', 'fetched', 'missing']),
  reason: optional(text),
  picture: optional(number),
});

const ofReviews = {
  author,
  pictures: list(picture),
  origins: list(origin),
  sources: list(source),
};

const line = (fields: Fields) => record<FieldValues>(fields);
const constant = (value: string): Kind<string> => ({
  schema: { const: value },
  write: () => value,
  read: () => value,
});

export const lineKinds = {
  productReview: line({ of: constant('product'), sku: text, ...fieldsOf(productReviewColumns), ...ofReviews }),
  shopReview: line({
    of: constant('shop'),
    ...fieldsOf(reviewColumns),
    ...ofReviews,
    comments: list(line({ ...fieldsOf(commentColumns), author })),
    /** As the API gives it, with pictures as above. */
    first: optional(line({ review: jsonObject, pictures: list(picture) })),
  }),
  product: line({ ...fieldsOf(productColumns), pictures: list(picture), earlier_skus: list(text) }),
  productQuestion: line({
    of: constant('product'),
    sku: text,
    ...fieldsOf(productQuestionColumns),
    author,
    answers: list(jsonObject),
  }),
  shopQuestion: line({ of: constant('shop'), ...fieldsOf(questionColumns), author, answers: list(jsonObject) }),
} as const;
export type LineKind = keyof typeof lineKinds;

/** The kinds of lines in each file; `of` tells them apart. */
export const linesOf = {
  reviews: { product: 'productReview', shop: 'shopReview' },
  questions: { product: 'productQuestion', shop: 'shopQuestion' },
  products: { product: 'product' },
} as const satisfies Record<FileName, Partial<Record<'product' | 'shop', LineKind>>>;

/** For any line of any of the files, its first line included. */
export function exportSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'plaudit',
    description:
      `A line of an export in the format plaudit, version ${VERSION}: of reviews.jsonl, questions.jsonl or ` +
      'products.jsonl. The pictures are beside them, in photos/, named by their SHA-256.',
    anyOf: [
      {
        type: 'object',
        properties: { plaudit: { enum: Object.keys(fileNames) }, version: { const: VERSION } },
        required: ['plaudit', 'version'],
        additionalProperties: false,
      },
      ...Object.keys(lineKinds).map((name) => ({ $ref: `#/definitions/${name}` })),
    ],
    definitions: Object.fromEntries(Object.entries(lineKinds).map(([name, { schema }]) => [name, schema])),
  };
}

/** The listing of all changes, which holders of a copy follow. */
import { readBusiness, type BusinessRow } from '../../../../review-store/content/businesses.ts';
import { earlierSkusOf } from '../../../../review-store/products/earlier-skus.ts';
import { countUnlisted } from '../../../../review-store/reviews/transparency.ts';
import { keepGarbageSmall } from '../../../../server-kit/garbage.ts';
import {
  BEGINNING,
  formatCursor,
  isOfThese,
  parseCursor,
  readNewest,
  type Place,
} from '../../../data/changes/epochs.ts';
import { itemKinds, readItems, type ItemKind, type Items } from '../../../data/changes/items.ts';
import { readChanges, type ChangedRow } from '../../../data/changes/listing.ts';
import { requireBusinessById } from '../../../data/require-business.ts';
import { storeOf } from '../../../data/tables.ts';
import type { AddressBook } from '../../../letters/addresses.ts';
import type { Body, Call, Operation } from '../call.ts';

type Answer = Body<'listChanges'>;

/** With long texts a page is half as long, and so on, so that neither program holds more, down to so many items. */
const MOST_CHARACTERS = 2_000_000;
const FEW = 50;

export const listChanges: Operation<'listChanges'> = async (call) => {
  const { db, parameters } = call;
  const cursor = parameters.after === undefined ? null : parseCursor(parameters.after);
  await call.service.epoch();
  if (cursor && !(await isOfThese(db, call.business.id, cursor))) return ofOtherData;
  const place = cursor ?? BEGINNING;
  const rows = await readOrWait(call, place);
  if (rows.length > parameters.count) keepGarbageSmall();
  const { token } = (await readNewest(db))!;
  // Read after the rows: who waits may have waited while it changed.
  const business = await requireBusinessById(db, call.business.id);
  for (let count = parameters.count; ; count = Math.ceil(count / 2)) {
    const page = rows.slice(0, count);
    const more = rows.length > page.length;
    const described = await describe(call, business, page, more);
    if (page.length > FEW && JSON.stringify(described).length > MOST_CHARACTERS) continue;
    const { tx, number } = page.at(-1) ?? place;
    return { ...described, next: formatCursor({ token, tx, number }), more, reset: false };
  }
};

/** One more than were asked for, so that it shows whether more follow. */
async function readOrWait(call: Call<'listChanges'>, place: Place): Promise<readonly ChangedRow[]> {
  const { db, service, business, session, parameters } = call;
  const { changes, listingLimits } = service;
  let version = changes.version;
  const read = () => readChanges(db, business.id, place, parameters.count + 1);
  let rows = await read();
  if (rows.length > 0 || parameters.wait === 0) return rows;
  await call.waiting((closed) =>
    listingLimits.wait({ tokenHash: session.tokenHash, businessId: business.id }, async (replaced) => {
      const over = new AbortController();
      const ended = AbortSignal.any([closed, replaced, over.signal]);
      void service.sleep(parameters.wait * 1_000, ended).then(() => over.abort());
      while (rows.length === 0 && !ended.aborted && !changes.isStopping) {
        await changes.next(version, ended);
        version = changes.version;
        rows = await read();
      }
      over.abort();
    }),
  );
  return rows;
}

async function describe(
  { db, addresses }: Call<'listChanges'>,
  business: BusinessRow,
  page: readonly ChangedRow[],
  more: boolean,
): Promise<Pick<Answer, 'changes' | 'gone' | 'earlier_skus' | 'unlisted'>> {
  const store = storeOf(db);
  const numbers = Object.fromEntries(
    itemKinds.map((of) => [of, page.filter(({ kind }) => kind === of).map(({ item_id: id }) => id)]),
  ) as Record<ItemKind, number[]>;
  const items = await readItems(store, business, numbers);
  const hasBusiness = more ? page.some(({ kind }) => kind === 'business') : page.length > 0;
  const products = items.product.map(({ id }) => id);
  return {
    changes: {
      business: hasBusiness ? addresses.business(await readBusiness(store, business)) : null,
      ...addressed(items, addresses),
    },
    gone: goneOf(numbers, items),
    earlier_skus: [...(await earlierSkusOf(store, business.id, products))].map(([product_id, skus]) => ({
      product_id,
      skus,
    })),
    unlisted: more ? null : await countUnlisted(store, business.id),
  };
}

const addressed = (items: Items, addresses: AddressBook) => ({
  products: items.product.map((product) => addresses.product(product)),
  reviews: items.review.map((review) => addresses.review(review)),
  comments: items.comment,
  questions: items.question,
  product_reviews: items.product_review.map((review) => addresses.productReview(review)),
  product_questions: items.product_question.map((question) => addresses.productQuestion(question)),
});

function goneOf(numbers: Readonly<Record<ItemKind, readonly number[]>>, items: Items): Answer['gone'] {
  const without = (kind: ItemKind, shown: readonly number[]) => {
    const found = new Set(shown);
    return numbers[kind].filter((number) => !found.has(number));
  };
  const ids = (kind: Exclude<ItemKind, 'review'>) =>
    without(
      kind,
      items[kind].map(({ id }) => id),
    );
  return {
    products: ids('product'),
    reviews: without(
      'review',
      items.review.map(({ reviewNo }) => reviewNo),
    ),
    comments: ids('comment'),
    questions: ids('question'),
    product_reviews: ids('product_review'),
    product_questions: ids('product_question'),
  };
}

/** The answer to a cursor that is not of these data. */
const ofOtherData: Answer = {
  changes: {
    business: null,
    products: [],
    reviews: [],
    comments: [],
    questions: [],
    product_reviews: [],
    product_questions: [],
  },
  gone: { products: [], reviews: [], comments: [], questions: [], product_reviews: [], product_questions: [] },
  earlier_skus: [],
  unlisted: null,
  next: null,
  more: false,
  reset: true,
};

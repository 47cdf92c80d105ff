/** The examples on the site's pages of the elements, and all requests that these and those of the guides can make. */
import { productReviewOrders } from '../../contract/shopper/choices.ts';
import { specimenOf } from '../../demo/elements/specimens.ts';

/** Characters that a block of code on the site can be wide. */
const NARROW = 72;

/** The element as it is pasted. One shows nothing without the token of a customer; the recording takes any. */
export function exampleOf(tag: string): string {
  const { attributes, fallback } = specimenOf(tag);
  const given = { ...attributes, ...(tag === 'plaudit-edit-review' ? { customer: 'TOKEN' } : {}) };
  const written = Object.entries(given).map(([name, value]) => ` ${name}="${value}"`);
  const line = `<${tag}${written.join('')}>${fallback}</${tag}>`;
  return line.length <= NARROW ? line : `<${tag}${written.join('')}>\n  ${fallback}\n</${tag}>`;
}

/** The query of an element that speaks English for one of these orders. */
const sorted = (order: string): string =>
  order === 'relevant' || order === 'helpful' ? `order=${order}&prefer=en` : `order=${order}`;

/** Lists of the lengths that examples show at first, sorted and filtered as shoppers may, and one page more of each. */
function* lists(): Generator<string> {
  // The first page of all comes with what they say together.
  for (const order of productReviewOrders) for (const count of [2, 3]) yield `count=${count}&${sorted(order)}&digest=1`;
  for (const order of productReviewOrders)
    for (const count of [2, 3])
      // Two of a page stand above the list where no order is chosen: the next begins that much sooner.
      for (const start of ['', `&start=${count}`, `&start=${count - 2}`])
        yield `count=${count}&${sorted(order)}${start}`;
  for (const order of ['created', 'relevant'])
    for (const filter of ['only_photos=1', ...[1, 2, 3, 4, 5].map((stars) => `ratings=${stars}`)])
      for (const start of ['', '&start=3']) yield `count=3&${sorted(order)}&${filter}${start}`;
}

const business = '/businesses/-';

export const questions: readonly string[] = [
  business,
  `${business}/product/reviews/stats?skus=DEMO-001`,
  `${business}/product/reviews/stats?skus=DEMO-024`,
  ...[...lists()].map((list) => `${business}/product/reviews?sku=DEMO-001&${list}`),
  // The recipes that show more than two or three.
  `${business}/product/reviews?sku=DEMO-001&count=10&order=created&digest=1`,
  `${business}/product/reviews?sku=DEMO-001&count=10&order=created&start=8`,
  `${business}/product/reviews?sku=DEMO-001&count=10&order=photos&digest=1`,
  `${business}/product/questions?sku=DEMO-001&count=10`,
  `${business}/products?sku=DEMO-001&count=1`,
  // The first page comes with what became of all reviews.
  `${business}/reviews?count=3&order=DESC&transparency=1`,
  ...['DESC', 'ASC', 'helpful', 'highest', 'lowest'].flatMap((order) =>
    ['', '&start=3'].map((start) => `${business}/reviews?count=3&order=${order}${start}`),
  ),
  `${business}/review/comments?count=100`,
  `${business}/product/reviews/top-rated`,
  `${business}/transparency?sku=DEMO-001`,
  '/partners/-/write-link/get',
];

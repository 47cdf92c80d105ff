/** The figures of Insights as tables: a page and a file show the same numbers. */
import { dataSources } from '../../../contract/datasources.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { kinds, shareOf, starNumbers, type BothKinds, type CountName } from '../../content/figures/both-kinds.ts';
import {
  countAnswers,
  countByProduct,
  countRequests,
  DAY_MS,
  medianOf,
  type Counted,
  type CountFilter,
} from '../../content/figures/counts.ts';
import type { KeptFor } from '../../../server-kit/kept-for.ts';
import type { Keep } from '../../content/figures/kept-figures.ts';
import { HERE } from '../../content/figures/sources.ts';
import type { Database } from '../../data/tables.ts';
import { nameOfLanguage, reasonOf } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { firstDays } from './periods.ts';
import { findRisingWords, type RisingWord } from './rising-words.ts';

const { insights: said, list } = words;

export interface Asked {
  readonly db: Database;
  readonly business: BusinessRow;
  readonly filter: CountFilter;
  readonly now: number;
  readonly keep: Keep;
  /** The reviews of these days, of this product and of all sources: several figures are made of them. */
  counted(): Promise<readonly Counted[]>;
  /** The fate of all reviews, whatever was chosen. */
  standing(): Promise<BothKinds>;
  readonly words: KeptFor<RisingWord[]>;
}

export interface Figure {
  readonly columns: readonly string[];
  /** The first cell names the row; null where nobody can say. */
  readonly rows: readonly (readonly [string, ...(number | string | null)[]])[];
}

/** Products in a file; a page shows the first of them. */
const MOST_PRODUCTS = 10_000;
const HOUR_MS = 3_600_000;

/** Those of the chosen source; otherwise the shop's own, wherever they were collected. */
const chosen = async ({ counted, filter: { source } }: Asked): Promise<Counted[]> =>
  (await counted()).filter((one) => (source === '' ? !one.isElsewhere : one.source === source));

const sum = (counted: readonly Counted[]): number => counted.reduce((all, { reviews }) => all + reviews, 0);

function averageOf(counted: readonly Counted[]): number | null {
  const rated = counted.filter(({ stars }) => stars !== null);
  const all = rated.reduce((total, { stars, reviews }) => total + stars! * reviews, 0);
  return rounded(all, sum(rated));
}

/** Two digits; null of nothing. */
const rounded = (all: number, count: number): number | null =>
  count === 0 ? null : Math.round((100 * all) / count) / 100;

async function overTime(asked: Asked): Promise<Figure> {
  const { period, ofProducts, ofShop } = said;
  const starts = firstDays(asked.filter);
  const inPeriod = Map.groupBy(
    await chosen(asked),
    ({ day }) => starts.findLast((start) => start <= day) ?? starts[0]!,
  );
  return {
    columns: [period, list.reviews, ofProducts, ofShop, said.average, ...starNumbers.map(said.withStars)],
    rows: starts.map((start) => {
      const some = inPeriod.get(start) ?? [];
      const products = some.filter(({ isOfProduct }) => isOfProduct);
      const byStar = starNumbers.map((star) => sum(some.filter(({ stars }) => stars === star)));
      const day = new Date(start * DAY_MS).toISOString().slice(0, 10);
      return [day, sum(some), sum(products), sum(some) - sum(products), averageOf(some), ...byStar];
    }),
  };
}

async function byProduct({ db, business, filter, keep }: Asked): Promise<Figure> {
  const products = await keep(`products ${JSON.stringify(filter)}`, () =>
    countByProduct(db, business.id, filter, MOST_PRODUCTS),
  );
  return {
    columns: [said.sku, said.named, list.reviews, said.average, said.answeredShare],
    rows: products.map(({ sku, title, reviews, stars, answered }) => [
      sku,
      title,
      reviews,
      rounded(stars, reviews),
      shareOf(answered, reviews),
    ]),
  };
}

export const nameOfSource = (source: string): string =>
  source === HERE ? list.here : Object.hasOwn(dataSources, source) ? dataSources[source]! : source;

async function bySource({ counted }: Asked): Promise<Figure> {
  const sources = Map.groupBy(await counted(), ({ source }) => source);
  const rows = [...sources].map(([source, some]): Figure['rows'][number] => [
    nameOfSource(source),
    sum(some),
    averageOf(some),
  ]);
  return {
    columns: [list.source, list.reviews, said.average],
    rows: rows.toSorted((one, other) => Number(other[1]) - Number(one[1])),
  };
}

async function answers(asked: Asked): Promise<Figure> {
  const { db, business, filter, keep } = asked;
  const reviews = await chosen(asked);
  const answered = await keep(`answers ${JSON.stringify(filter)}`, () => countAnswers(db, business, filter));
  return {
    columns: [said.reviewsAre, list.reviews, said.answered, said.answeredShare, said.medianHours],
    rows: kinds.map((kind) => {
      const isMeant = ({ isOfProduct }: { isOfProduct: boolean }) =>
        kind === 'both' || isOfProduct === (kind === 'products');
      const all = sum(reviews.filter(isMeant));
      const some = answered.filter(isMeant);
      const count = some.reduce((total, one) => total + one.answers, 0);
      const median = medianOf(some);
      return [said.kinds[kind], all, count, shareOf(count, all), median === null ? null : rounded(median, HOUR_MS)];
    }),
  };
}

async function requests({ db, business: { id }, filter }: Asked): Promise<Figure> {
  const counted = await countRequests(db, id, filter);
  const of = (kind: 'products' | 'business') =>
    counted.find((one) => one.kind === kind) ?? { asked: 0, opened: 0, written: 0 };
  const [products, business] = [of('products'), of('business')];
  return {
    columns: [said.step, ...kinds.map((kind) => said.kinds[kind]), said.shareOfAsked],
    rows: (['asked', 'opened', 'written'] as const).map((step) => {
      const both = products[step] + business[step];
      return [said.steps[step], both, products[step], business[step], shareOf(both, products.asked + business.asked)];
    }),
  };
}

async function transparency(asked: Asked): Promise<Figure> {
  const standing = await asked.standing();
  const row = (label: string, of: (one: BothKinds['both']) => number): Figure['rows'][number] => [
    label,
    ...kinds.map((kind) => of(standing[kind])),
  ];
  const { states } = said;
  const count = (name: CountName) => row(states[name], (one) => one[name]);
  return {
    columns: [said.reviewsAre, ...kinds.map((kind) => said.kinds[kind])],
    rows: [
      ...(['received', 'published', 'held', 'hidden'] as const).map(count),
      ...Object.keys(standing.both.reasons).map((reason) =>
        row(`${states.hidden}: ${reasonOf(reason)}`, ({ reasons }) => reasons[reason] ?? 0),
      ),
      ...(['asked', 'verified', 'incentivised'] as const).map(count),
    ],
  };
}

async function byStars(asked: Asked): Promise<Figure> {
  const standing = await asked.standing();
  return {
    columns: [
      list.stars,
      ...kinds.flatMap((kind) =>
        [said.states.published, said.states.hidden].map((state) => `${state}, ${said.kinds[kind]}`),
      ),
      said.hiddenShare,
    ],
    rows: starNumbers.map((star) => {
      const { published, hidden } = standing.both.stars[star];
      const counts = kinds.flatMap((kind) => [standing[kind].stars[star].published, standing[kind].stars[star].hidden]);
      return [words.things.stars(star), ...counts, shareOf(hidden, published + hidden)];
    }),
  };
}

async function rising({ db, business, now, words: kept }: Asked): Promise<Figure> {
  const found = await kept.get(String(business.id), now, () => findRisingWords(db, business.id, now));
  return {
    columns: [said.word, said.language, list.reviews, said.shareNow, said.shareBefore],
    rows: found.map(({ word, language, reviews, share, before }) => [
      word,
      nameOfLanguage(language),
      reviews,
      share,
      before,
    ]),
  };
}

/** In the order of the page. `bar`: the column that is drawn. `isOfDays`: of the chosen days, and not of all. */
export const figures = {
  time: { read: overTime, bar: null, isOfDays: true },
  products: { read: byProduct, bar: 2, isOfDays: true },
  sources: { read: bySource, bar: 1, isOfDays: true },
  answers: { read: answers, bar: 3, isOfDays: true },
  requests: { read: requests, bar: 1, isOfDays: true },
  words: { read: rising, bar: 3, isOfDays: false },
  transparency: { read: transparency, bar: 1, isOfDays: false },
  stars: { read: byStars, bar: 7, isOfDays: false },
} as const;
export type FigureName = keyof typeof figures;

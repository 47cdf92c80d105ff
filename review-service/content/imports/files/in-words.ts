/** The outcome of an import, and of taking it back, in words. */
import { counted } from '../../../../exchange/reviews/in-words.ts';
import type { Undone } from '../audit.ts';
import type { ShownImport } from '../show.ts';

/** One thing that an import says of itself; its rows make sense behind its name and a colon. */
type ImportWords = readonly [what: WordsAbout, rows: readonly string[]];

const wordsAbout = [
  'held',
  'removed',
  'verified',
  'incentivised',
  'note',
  'photos',
  'no photo',
  'no product',
  'kept as it is here',
  'average',
  'column not taken',
  'not in the file',
  'refused',
] as const;
type WordsAbout = (typeof wordsAbout)[number];

/** All that `reviews import show` says below the sum, and the page of the import. */
export function importInWords(shown: ShownImport): ImportWords[] {
  const { photos, not_expressed: notExpressed } = shown;
  const byReason = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([reason, reviews]) => `${reviews}, ${reason}`);
  const share = (of: number | null) => (of === null ? [] : [`${Math.round(of * 100)} %`]);
  const rows: Record<WordsAbout, readonly string[]> = {
    held: byReason(shown.held),
    removed: byReason(shown.removed),
    verified: share(shown.verified),
    incentivised: share(shown.incentivised),
    note: shown.notes.map(({ note, reviews }) => `${reviews}, ${note}`),
    photos: [`${photos.fetched} of ${photos.expected} fetched, ${photos.missing.length} missing`],
    'no photo': photos.missing.map(({ url, reason }) => `${url}: ${reason}`),
    'no product': shown.products_not_found.map(
      ({ value, nearest, rows: reviews }) =>
        `${value === '' ? '(not shown)' : value}, ${counted(reviews, 'review')}` +
        (nearest === null ? '' : `; the nearest sku is ${nearest}`),
    ),
    'kept as it is here': shown.kept_as_here.map(
      ({ line, of, number, what }) =>
        `line ${line}, ${number === null ? 'a review that was erased' : reviewOf(of, number)}: ${what.join(', ')}`,
    ),
    average: shown.averages.map(({ sku, before, after }) => `${sku}, ${stars(before)} before, ${stars(after)} after`),
    'column not taken': notExpressed.columns.map(({ column, cells }) => `${column}, ${counted(cells, 'cell')}`),
    'not in the file': notExpressed.fields.length === 0 ? [] : [notExpressed.fields.join(', ')],
    refused: shown.refused.map(({ line, reason }) => `line ${line}: ${reason}`),
  };
  return wordsAbout.map((what) => [what, rows[what]] as const).filter(([, some]) => some.length > 0);
}

const stars = (average: number | null): string => (average === null ? 'none' : average.toFixed(2));
const reviewOf = (of: 'product' | 'shop', number: number): string =>
  `review ${number} of ${of === 'shop' ? 'the shop' : 'a product'}`;

function nameOf({ of, number, answer }: Undone['kept'][number]): string {
  if (of === 'product' || of === 'shop') return reviewOf(of, number);
  if (of === 'comment') return `comment ${number}`;
  const name = answer === undefined ? `question ${number}` : `answer ${number}/${answer}`;
  return `${name} of ${of === 'question' ? 'the shop' : 'a product'}`;
}

/** The last line is the sum. */
export function undoneInWords(importId: number, undone: Undone): string[] {
  const { removed, restored, items, products, votes, reports, kept } = undone;
  return [
    ...kept.map((one) => {
      const name = nameOf(one);
      return `${name[0]!.toUpperCase()}${name.slice(1)} keeps what changed since: ${one.what.join(', ')}`;
    }),
    ...(votes + reports === 0
      ? []
      : [`With them went what shoppers had done: ${counted(votes, 'vote')}, ${counted(reports, 'report')}`]),
    ...(items === 0 ? [] : [`${items} of the comments and questions that it had brought went, too`]),
    ...(products === 0 ? [] : [`${counted(products, 'product')} that it had made went, too`]),
    `Import ${importId} is undone: ${counted(removed, 'review')} gone, ${restored} as before, ${kept.length} kept`,
  ];
}

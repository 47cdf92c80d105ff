import type { WholeReview } from './kind-texts.ts';

/** Product reviews that the shop's moderators took down, one a product. */
export const removedReviews: readonly (WholeReview & { sku: string })[] = [
  {
    sku: 'DEMO-002',
    rating: 1,
    title: 'CHEAP MUGS HERE',
    text: 'Why pay so much, my cousin sells the same mugs for 6 euros at the Saturday market. Ask for Ricky.',
  },
  {
    sku: 'DEMO-003',
    rating: 5,
    title: 'Nice trainers',
    text: 'Fit as expected, order half a size up if you have wide feet. Good grip on wet roads.',
  },
  {
    sku: 'DEMO-004',
    rating: 1,
    title: 'To the person before me',
    text: 'Whoever wrote that these bowls are too heavy has never lifted anything heavier than a remote control. Go to a gym.',
  },
  { sku: 'DEMO-005', rating: 2, title: 'asdf', text: 'asdf asdf asdf minimum length reached now' },
  {
    sku: 'DEMO-006',
    rating: 5,
    title: 'My own work',
    text: 'I designed this teapot and think that everybody should buy two of them.',
  },
  {
    sku: 'DEMO-007',
    rating: 1,
    title: 'Never bought it',
    text: 'A friend of a friend had one and said that it was rubbish. I would never buy from here.',
  },
  {
    sku: 'DEMO-008',
    rating: 1,
    title: 'Wrong shop',
    text: 'My washing machine still has not come. Three weeks! This is about the lamp page since the other one has no review button.',
  },
  {
    sku: 'DEMO-009',
    rating: 5,
    title: 'Earn from home',
    text: 'I earned four thousand last month just by clicking. Look me up under the same name and learn how.',
  },
  {
    sku: 'DEMO-011',
    rating: 1,
    title: 'Your driver',
    text: 'The delivery man at our place is called Dennis, lives at number nine and is a lazy so-and-so. Everyone should know.',
  },
  {
    sku: 'DEMO-013',
    rating: 5,
    title: 'Five stars for the voucher',
    text: 'Was promised a voucher for five stars by some page, so here they are. Have not opened the box.',
  },
  {
    sku: 'DEMO-014',
    rating: 3,
    title: 'Copied',
    text: 'The paper is smooth, the dots are pale, the ribbon is long. (Copied from another shop’s page, as I was asked for a review and had no time.)',
  },
  {
    sku: 'DEMO-018',
    rating: 1,
    title: 'Politics',
    text: 'This has nothing to do with the clock, but somebody has to say something about the new bus lanes in our town.',
  },
];

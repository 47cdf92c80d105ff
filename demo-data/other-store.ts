import { Customers } from './authors.ts';
import { day, hour, newest, publishedAfter } from './dates.ts';
import { Random } from './random.ts';
import type { DemoBusiness, DemoProduct, DemoRatings, Rating } from './types.ts';

const teas: readonly Pick<DemoProduct, 'sku' | 'gtin' | 'mpn' | 'title' | 'description' | 'category' | 'price'>[] = [
  {
    sku: 'TEA-001',
    gtin: '2004200000004',
    mpn: 'HT-10',
    title: 'Harbour Breakfast',
    description: 'Assam and Kenya, strong enough for milk. 125 g of loose leaf.',
    category: 'Black tea',
    price: 11,
  },
  {
    sku: 'TEA-002',
    gtin: '2004200000370',
    mpn: 'HT-11',
    title: 'Lighthouse Green',
    description: 'A steamed green tea, grassy and bright. 100 g of loose leaf.',
    category: 'Green tea',
    price: 14,
  },
  {
    sku: 'TEA-003',
    gtin: '2004200000745',
    mpn: 'HT-12',
    title: 'Fog Camomile',
    description: 'Whole camomile flowers with a little honeybush. 60 g.',
    category: 'Herbal',
    price: 9,
  },
];

const teaReviews: readonly { sku: string; rating: Rating; title: string; text: string }[] = [
  {
    sku: 'TEA-001',
    rating: 5,
    title: 'Wakes the dead',
    text: 'Strong, malty, takes milk well. A spoonful makes two cups.',
  },
  {
    sku: 'TEA-001',
    rating: 4,
    title: 'Good, a bit dusty',
    text: 'Good breakfast tea. The bottom of the bag is rather dusty.',
  },
  {
    sku: 'TEA-002',
    rating: 5,
    title: 'Like mown grass',
    text: 'At seventy degrees it is sweet and fresh. At ninety it is soup, so watch your kettle.',
  },
  { sku: 'TEA-002', rating: 2, title: 'Old stock?', text: 'Best before was six weeks off, and it tasted like it.' },
  {
    sku: 'TEA-003',
    rating: 5,
    title: 'Sleep in a bag',
    text: 'Whole flowers, you can see them open. I am asleep by ten.',
  },
];

const shopReviews: readonly { rating: Rating; title: string; text: string }[] = [
  {
    rating: 5,
    title: 'Samples in the box',
    text: 'Three samples of other teas in the box, all of which I have since bought. Clever people.',
  },
  { rating: 4, title: 'Good tea', text: 'Good tea, came in a week.' },
  { rating: 1, title: 'Bag burst', text: 'The bag had burst and there was tea in everything. No answer so far.' },
];

/** A second business, whose data nobody of the first may touch. */
export function buildOtherStore(): DemoBusiness {
  const random = new Random(4_711);
  const customers = new Customers(random, 'letters.example');
  const openedAt = newest - 500 * day;
  return {
    domain: 'other-store.example',
    name: 'Harbour Tea Room',
    phone: '+44 20 7946 0733',
    email: 'hello@other-store.example',
    address: {
      streetAddress: '4 Harbour Street',
      streetAddress2: '',
      city: 'Whitby',
      state: 'North Yorkshire',
      postalCode: 'YO21 1AA',
      country: 'United Kingdom',
    },
    authors: customers.authors,
    products: teas.map((tea) => ({
      ...tea,
      itemGroup: null,
      brand: 'Harbour',
      retailPrice: null,
      currency: 'GBP',
      images: [],
      attributes: [],
      createdAt: openedAt,
    })),
    productReviews: teaReviews.map(({ sku, rating, title, text }, index) => {
      const { author } = customers.reviewerOf(sku);
      const createdAt = newest - (index * 61 + 9) * day;
      return {
        sku,
        authorKey: author.key,
        rating,
        title,
        content: text,
        userLocation: author.location,
        orderId: null,
        attributes: [],
        images: [],
        solicited: false,
        source: null,
        positiveVotes: 5 - index,
        negativeVotes: 0,
        createdAt,
        publishedAt: publishedAfter(random, createdAt),
        removedAt: null,
      };
    }),
    reviews: shopReviews.map(({ rating, title, text }, index) => {
      const createdAt = newest - (index * 80 + 30) * day;
      const ratings: DemoRatings = {
        overall: rating,
        service: rating,
        value: rating,
        shipping: rating,
        returns: null,
        quality: rating,
      };
      return {
        authorKey: customers.reviewerOf('the shop').author.key,
        title,
        content: text,
        tip: null,
        orderId: null,
        ratings,
        images: [],
        positiveVotes: 2 - index,
        negativeVotes: 0,
        createdAt,
        publishedAt: publishedAfter(random, createdAt),
        editedAt: null,
        removedAt: null,
        updatedFor: null,
        source: null,
        datasource: null,
        labels: [],
        comments: [],
      };
    }),
    productQuestions: [
      {
        sku: 'TEA-002',
        authorKey: customers.reviewerOf('caffeine').author.key,
        content: 'How much caffeine is in it?',
        createdAt: newest - 100 * day,
        publishedAt: newest - 100 * day + hour,
        removedAt: null,
        sumVotes: 2,
        answers: [
          {
            authorKey: customers.reviewerOf('caffeine').author.key,
            content: 'Less than in the breakfast tea. I sleep well with it.',
            createdAt: newest - 98 * day,
            positiveVotes: 1,
            negativeVotes: 0,
          },
        ],
      },
    ],
    questions: [
      {
        slug: 'do-you-sell-tea-bags',
        authorKey: customers.reviewerOf('tea bags').author.key,
        content: 'Do you sell tea bags?',
        createdAt: newest - 60 * day,
        sumVotes: 0,
        answers: [],
      },
    ],
  };
}

/** Reviews for the benchmark, the same for every contender, in the shape that each asks its server for. */

import type { ProductReview } from '../../../contract/entities/entities.ts';

const sentences = [
  'It arrived a day early and was packed with care.',
  'The glaze is a little darker than in the pictures, which I like.',
  'After three months of daily use there is not a scratch on it.',
  'I bought a second one for my sister, and she asked where it was from.',
  'The handle could be wider for large hands.',
];
const names = ['Ada', 'Björn', 'Chiara', 'Daan', 'Élise', 'Fatima', 'Grace', 'Hiro'];
const day = (at: number): string =>
  new Date(Date.UTC(2026, 0, 1) - at * 7_200_000).toISOString().replace('.000Z', '+00:00');
const text = (at: number): string =>
  sentences.map((_, index) => sentences[(at + index * (1 + (at % 3))) % sentences.length]).join(' ');

/** What stands for the values of a review in the HTML that the vanilla element fills. */
export const marked: ProductReview = {
  id: 1,
  title: '{{title}}',
  content: '{{content}}',
  rating: 3,
  order_id: null,
  user_location: '{{place}}',
  user: {
    username: '',
    firstName: '{{author}}',
    lastName: '',
    thumbnail: '',
    profilePage: '',
    numReviews: 1,
    numHelpfulVotes: 0,
    email: null,
    user_photo: null,
  },
  attributes: [{ name: 'Size', value: '{{size}}' }],
  images: [],
  solicited: 'Yes',
  verified: true,
  incentivised: null,
  reply: null,
  collected_by: null,
  votes: 0,
  num_positive_votes: 987_654,
  num_negative_votes: 0,
  published: null,
  publishedRFC: '2001-02-03T12:00:00+00:00',
  created: '',
  createdRFC: '2001-02-03T12:00:00+00:00',
  product: null,
  removedRFC: null,
};

export function review(at: number) {
  return {
    ...marked,
    id: at + 1,
    title: sentences[at % sentences.length]!.slice(0, 30),
    content: text(at),
    rating: 1 + ((at * 7) % 5),
    user_location: 'Lisbon',
    user: { ...marked.user, firstName: names[at % names.length]! },
    attributes: [{ name: 'Size', value: at % 2 ? 'Large' : 'Small' }],
    num_positive_votes: 1 + (at % 9),
    publishedRFC: day(at),
    createdRFC: day(at),
  };
}

const many = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at));

export const plauditAnswer = (count: number) => ({
  product_reviews: many(count, review),
  count,
  start: 0,
  total: count,
  status: 'OK',
  success: true,
});

export const walineAnswer = (count: number) => ({
  errno: 0,
  errmsg: '',
  data: {
    page: 1,
    totalPages: 1,
    pageSize: count,
    count,
    data: many(count, (at) => ({
      objectId: String(at),
      comment: `<p>${text(at)}</p>`,
      orig: text(at),
      time: Date.parse(day(at)),
      nick: names[at % names.length],
      mail: '',
      link: '',
      avatar: '',
      level: 0,
      like: 1,
      sticky: false,
      status: 'approved',
      user_id: '',
      children: [],
    })),
  },
});

export const artalkAnswer = (count: number) => ({
  comments: many(count, (at) => ({
    id: at + 1,
    content: text(at),
    content_marked: `<p>${text(at)}</p>`,
    user_id: at + 1,
    nick: names[at % names.length],
    email_encrypted: '',
    link: '',
    ua: '',
    date: day(at),
    is_collapsed: false,
    is_pending: false,
    is_pinned: false,
    is_allow_reply: true,
    is_verified: false,
    rid: 0,
    visible: true,
    vote_up: 1,
    vote_down: 0,
    page_key: '/mug',
    page_url: '',
    site_name: 'shop',
    badge_color: '',
    badge_name: '',
    ip_region: '',
  })),
  count,
  roots_count: count,
  page: {
    id: 1,
    admin_only: false,
    key: '/mug',
    url: '',
    title: '',
    site_name: 'shop',
    vote_up: 0,
    vote_down: 0,
    pv: 0,
    date: '',
  },
});

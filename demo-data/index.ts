import { Customers } from './authors.ts';
import { buildBusinessReviews } from './business-reviews.ts';
import { demoProducts } from './catalogue.ts';
import { catalogue, hard, otherStore } from './files.ts';
import { buildProductReviews } from './product-reviews.ts';
import { buildProductQuestions, buildQuestions } from './questions.ts';
import { Random } from './random.ts';
import type { DemoAuthor, DemoBusiness, DemoData } from './types.ts';

export type * from './types.ts';
export const { missingImage, plantedEmail, plantedPhone, unbreakableWord } = hard;

/** Everything in the demo, the same every time, and newly made at each call. */
export function buildDemoData(): DemoData {
  return structuredClone({ businesses: [buildDemoStore(), otherStore] });
}

function buildDemoStore(): DemoBusiness {
  const random = new Random(20_261_118);
  const customers = new Customers(random, 'post.example');
  customers.addStaff();
  const productReviews = buildProductReviews(random, customers);
  const reviews = buildBusinessReviews(random, customers);
  const productQuestions = buildProductQuestions(random, customers);
  const questions = buildQuestions(random, customers);
  const { tagline: _, ...profile } = catalogue.shop;
  return {
    ...profile,
    authors: withHelpfulVotes(customers.authors, [...productReviews, ...reviews]),
    products: [...demoProducts],
    productReviews,
    reviews,
    productQuestions,
    questions,
  };
}

/** An author's helpful votes are those that the author's reviews have received. */
function withHelpfulVotes(
  authors: readonly DemoAuthor[],
  reviews: readonly { authorKey: string; positiveVotes: number }[],
): DemoAuthor[] {
  const received = new Map<string, number>();
  for (const { authorKey, positiveVotes } of reviews)
    received.set(authorKey, (received.get(authorKey) ?? 0) + positiveVotes);
  return authors.map((author) => ({ ...author, numHelpfulVotes: received.get(author.key) ?? 0 }));
}

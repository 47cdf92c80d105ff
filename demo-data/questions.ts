import type { Customers } from './authors.ts';
import { demoProducts } from './catalogue.ts';
import { day, hour, minute, momentBetween, newest, opened } from './dates.ts';
import { questions as texts } from './files.ts';
import type { Random } from './random.ts';
import type { QuestionText } from './schemas.ts';
import type { DemoAnswer, DemoProductQuestion, DemoQuestion } from './types.ts';

/** 40 questions on products, newest first: 27 published, 10 pending and 3 removed. */
export function buildProductQuestions(random: Random, customers: Customers): DemoProductQuestion[] {
  const questions = texts.products.map((question): DemoProductQuestion => {
    const product = demoProducts.find(({ sku }) => sku === question.sku);
    const pending = question.state === 'pending';
    const createdAt = pending
      ? newest - random.integer(2, 6 * 24) * hour - random.integer(0, 59) * minute
      : momentBetween(random, (product?.createdAt ?? opened) + 2 * day, newest - 6 * day);
    const publishedAt = pending ? null : createdAt + random.integer(20, 900) * minute;
    return {
      sku: question.sku,
      authorKey: customers.reviewerOf(question.text, 'en').author.key,
      content: question.text,
      createdAt,
      publishedAt,
      removedAt:
        question.state === 'removed' && publishedAt !== null ? publishedAt + random.integer(5, 90) * hour : null,
      sumVotes: pending ? 0 : random.integer(0, question.answers.length * 6 + 2),
      answers: answersTo(random, customers, question, publishedAt ?? createdAt),
    };
  });
  return questions.sort((one, other) => other.createdAt - one.createdAt);
}

/** 15 questions about the shop, newest first. */
export function buildQuestions(random: Random, customers: Customers): DemoQuestion[] {
  const questions = texts.shop.map((question): DemoQuestion => {
    const createdAt =
      question.answers.length === 0
        ? newest - random.integer(3, 40) * hour
        : momentBetween(random, opened + 10 * day, newest - 5 * day);
    return {
      slug: slugOf(question.text),
      authorKey: customers.reviewerOf(question.text, 'en').author.key,
      content: question.text,
      createdAt,
      sumVotes: random.integer(0, question.answers.length * 7),
      answers: answersTo(random, customers, question, createdAt),
    };
  });
  return questions.sort((one, other) => other.createdAt - one.createdAt);
}

/** Answers come one after the other, the first within a day or two, and always after the question. */
function answersTo(random: Random, customers: Customers, question: QuestionText, askedAt: number): DemoAnswer[] {
  let answeredAt = askedAt;
  return question.answers.map(([who, content]) => {
    answeredAt += random.integer(40, 2_200) * minute;
    return {
      authorKey: who === 'customer' ? customers.reviewerOf(content, 'en').author.key : `staff-${who}`,
      content,
      createdAt: answeredAt,
      positiveVotes: random.integer(0, 14),
      negativeVotes: random.chance(0.2) ? random.integer(1, 2) : 0,
    };
  });
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '');
}

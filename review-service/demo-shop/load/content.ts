/** The demo data in the shapes of the contract, numbered in the order in which it was written. */
import { formatDateTime, formatRfc } from '../../../contract/entities/dates.ts';
import {
  aspects,
  type Answer,
  type AspectRating,
  type Business,
  type Image,
  type OriginalReview,
  type Product,
  type ProductAnswer,
  type ProductQuestion,
  type ProductReview,
  type Question,
  type Review,
  type User,
} from '../../../contract/entities/entities.ts';
import { unknownUser } from '../../../contract/entities/users.ts';
import type {
  DemoAnswer,
  DemoBusiness,
  DemoProduct,
  DemoProductQuestion,
  DemoProductReview,
  DemoQuestion,
  DemoRatings,
  DemoReview,
  DemoReviewImage,
} from '../../../demo-data/index.ts';
import { imagePathsOf, type SizeName } from '../../images/image-files.ts';
import { created, neverModified, published } from './dates.ts';
import { pictureKey } from './pictures.ts';

/** Numbers from 1, continued over all businesses. */
export class Numbers {
  #last = 0;
  next(): number {
    return ++this.#last;
  }
}

export interface DemoContent {
  readonly profile: Business;
  readonly products: Product[];
  readonly productReviews: ProductReview[];
  readonly reviews: Review[];
  readonly comments: DemoContentComment[];
  readonly productQuestions: ProductQuestion[];
  readonly questions: Question[];
}

export interface DemoContentComment {
  readonly reviewNo: number;
  readonly author: User;
  readonly content: string;
  readonly activated: boolean;
  readonly createdAt: number;
}

export interface DemoNumbers {
  readonly products: Numbers;
  readonly productReviews: Numbers;
  readonly reviews: Numbers;
  readonly productQuestions: Numbers;
  readonly questions: Numbers;
  readonly answers: Numbers;
  readonly images: Numbers;
}

/** @param extensionOf - how the file of a picture ends, by its name in the demo data */
export function contentOf(
  business: DemoBusiness,
  numbers: DemoNumbers,
  extensionOf: (picture: string) => string,
): DemoContent {
  const writer = new Writer(business, numbers, extensionOf);
  const products = business.products.map((product) => writer.product(product));
  const productBySku = new Map(products.map((product) => [product.sku, product]));
  const productReviews = byAge(business.productReviews).map((review) =>
    writer.productReview(review, productBySku.get(review.sku)!),
  );
  const comments: DemoContentComment[] = [];
  const reviews = byAge(business.reviews).map((given) => {
    const review = writer.review(given);
    comments.push(...given.comments.map((comment) => toComment(review.reviewNo, comment, shopOf(business))));
    return review;
  });
  const productQuestions = byAge(business.productQuestions).map((question) =>
    writer.productQuestion(question, productBySku.get(question.sku)!),
  );
  const questions = byAge(business.questions).map((question) => writer.question(question));
  return { profile: profileOf(business), products, productReviews, reviews, comments, productQuestions, questions };
}

/** Numbers what it is given, in the order in which it is given it. */
class Writer {
  readonly #domain: string;
  readonly #users: ReadonlyMap<string, User>;
  readonly #numbers: DemoNumbers;
  readonly #extensionOf: (picture: string) => string;

  constructor(business: DemoBusiness, numbers: DemoNumbers, extensionOf: (picture: string) => string) {
    this.#domain = business.domain;
    this.#users = usersOf(business);
    this.#numbers = numbers;
    this.#extensionOf = extensionOf;
  }

  product(product: DemoProduct): Product {
    return {
      id: this.#numbers.products.next(),
      sku: product.sku,
      item_group: product.itemGroup,
      gtin: product.gtin,
      mpn: product.mpn,
      brand: product.brand,
      title: product.title,
      description: product.description,
      categories: [{ category_name: product.category }],
      price: product.price,
      retail_price: product.retailPrice,
      currency: product.currency,
      product_link: `/products/${product.sku.toLowerCase()}`,
      images: product.images.map((picture) => ({
        id: this.#numbers.images.next(),
        url: this.#pathsOf(picture).original,
      })),
      attributes: product.attributes,
      num_reviews: 0,
      average_rating: 0,
      ...created(product.createdAt),
    };
  }

  productReview(review: DemoProductReview, product: Product): ProductReview {
    return {
      id: this.#numbers.productReviews.next(),
      title: review.title,
      content: review.content,
      rating: review.rating,
      order_id: review.orderId,
      user: this.#users.get(review.authorKey)!,
      user_location: review.userLocation,
      attributes: review.attributes,
      images: review.images.map((image) => this.#toImage(image, review.createdAt)),
      solicited: review.solicited ? 'Yes' : 'No',
      verified: review.solicited,
      incentivised: null,
      reply: review.reply
        ? { ...neverModified, ...created(review.reply.createdAt), content: review.reply.content }
        : null,
      collected_by: null,
      votes: review.positiveVotes + review.negativeVotes,
      num_positive_votes: review.positiveVotes,
      num_negative_votes: review.negativeVotes,
      ...published(review.publishedAt),
      ...created(review.createdAt),
      product,
      removedRFC: review.removedAt === null ? null : formatRfc(review.removedAt),
    };
  }

  review(review: DemoReview): Review {
    const images = review.images.map((image) => this.#toImage(image, review.createdAt));
    const common = this.#common(review);
    const original = review.updatedFor && this.#original(review.updatedFor, common);
    const reviewNo = this.#numbers.reviews.next();
    return {
      ...common,
      reviewNo,
      rating: toAspects(review.ratings),
      title: review.title,
      content: review.content,
      images,
      positive_votes: review.positiveVotes,
      negative_votes: review.negativeVotes,
      ...created(review.createdAt),
      ...published(review.publishedAt),
      edited: review.editedAt === null ? null : formatDateTime(review.editedAt),
      editedRFC: review.editedAt === null ? null : formatRfc(review.editedAt),
      removedRFC: review.removedAt === null ? null : formatRfc(review.removedAt),
      labels: review.labels,
      ...notImported,
      verified: common.source !== null,
      updated_for: original,
    };
  }

  #original(original: NonNullable<DemoReview['updatedFor']>, common: Common): OriginalReview {
    return {
      ...common,
      reviewNo: this.#numbers.reviews.next(),
      rating: toAspects(original.ratings),
      title: original.title,
      content: original.content,
      images: [],
      positive_votes: 0,
      negative_votes: 0,
      ...created(original.createdAt),
      ...published(original.publishedAt),
      edited: null,
      editedRFC: null,
      removedRFC: null,
      labels: [],
    };
  }

  #common(review: DemoReview): Common {
    return {
      tip: review.tip,
      order_id: review.orderId,
      source: review.source,
      datasource: review.datasource,
      author: this.#users.get(review.authorKey)!,
    };
  }

  productQuestion(question: DemoProductQuestion, product: Product): ProductQuestion {
    return {
      id: this.#numbers.productQuestions.next(),
      content: question.content,
      ...created(question.createdAt),
      ...published(question.publishedAt),
      removed: question.removedAt !== null,
      num_answers: question.answers.length,
      sum_votes: question.sumVotes,
      answers: question.answers.map((answer) => this.#productAnswer(answer)),
      product,
      author: this.#users.get(question.authorKey)!,
    };
  }

  question(question: DemoQuestion): Question {
    return {
      id: this.#numbers.questions.next(),
      business: this.#domain,
      content: question.content,
      ...created(question.createdAt),
      num_answers: question.answers.length,
      slug: question.slug,
      sum_votes: question.sumVotes,
      answers: question.answers.map((answer) => this.#answer(answer)),
      author: this.#users.get(question.authorKey)!,
    };
  }

  #answer(answer: DemoAnswer): Answer {
    return {
      id: this.#numbers.answers.next(),
      content: answer.content,
      ...created(answer.createdAt),
      num_votes: answer.positiveVotes + answer.negativeVotes,
      author: this.#users.get(answer.authorKey)!,
    };
  }

  #productAnswer(answer: DemoAnswer): ProductAnswer {
    return {
      ...this.#answer(answer),
      ...published(answer.createdAt),
      num_positive_votes: answer.positiveVotes,
      num_negative_votes: answer.negativeVotes,
    };
  }

  #toImage(image: DemoReviewImage, createdAt: number): Image {
    return {
      id: this.#numbers.images.next(),
      caption: image.caption,
      ...this.#pathsOf(image.image),
      ...created(createdAt),
    };
  }

  #pathsOf(picture: string): Record<SizeName, string> {
    return imagePathsOf(pictureKey(picture), this.#extensionOf(picture));
  }
}

/** The fields that a review shares with its earlier version. */
type Common = Pick<Review, 'tip' | 'order_id' | 'source' | 'datasource' | 'author'>;

const byAge = <Item extends { createdAt: number }>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => one.createdAt - other.createdAt);

const toComment = (reviewNo: number, comment: DemoReview['comments'][number], author: User): DemoContentComment => ({
  reviewNo,
  author,
  content: comment.content,
  activated: comment.activated,
  createdAt: comment.createdAt,
});

function profileOf({ domain, name, phone, email, address }: DemoBusiness): Business {
  const lines = [
    address.streetAddress,
    address.streetAddress2,
    address.city,
    address.state,
    address.postalCode,
    address.country,
  ];
  return {
    name,
    urlAddress: `https://${domain}`,
    displayAddress: domain,
    urlProfilePage: '/',
    averageRating: [],
    numReviews: [],
    phone,
    email,
    address: { ...address, completeAddress: lines.filter(Boolean).join(', ') },
  };
}

/** Every author as a User, with the number of their published reviews. */
function usersOf(business: DemoBusiness): Map<string, User> {
  const written = new Map<string, number>();
  for (const review of [...business.productReviews, ...business.reviews]) {
    const shown = review.publishedAt !== null && review.removedAt === null;
    if (shown) written.set(review.authorKey, (written.get(review.authorKey) ?? 0) + 1);
  }
  return new Map(
    business.authors.map((author) => [
      author.key,
      author.key.startsWith('staff-')
        ? shopOf(business)
        : {
            username: author.username,
            firstName: author.firstName,
            lastName: author.lastInitial,
            thumbnail: '',
            profilePage: '',
            numReviews: written.get(author.key) ?? 0,
            numHelpfulVotes: author.numHelpfulVotes,
            email: author.email,
            user_photo: null,
          },
    ]),
  );
}

/** Answers for the shop come from the shop itself. */
const shopOf = ({ domain, name }: DemoBusiness): User => ({ ...unknownUser, username: domain, firstName: name });

const toAspects = (ratings: DemoRatings): AspectRating[] => aspects.map((type) => ({ type, rating: ratings[type] }));
const notImported = { user_location: null, attributes: [], incentivised: null, collected_by: null };

/** The demo data in the shapes of the contract, numbered in the order in which it was written. */
import { formatDateTime, formatRfc } from '../../contract/dates.ts';
import { aspects, type Answer, type AspectRating, type Business, type Image, type OriginalReview, type Product, type ProductAnswer, type ProductQuestion, type ProductReview, type Question, type Review, type User } from '../../contract/entities.ts';
import type { DemoAnswer, DemoBusiness, DemoRatings, DemoReviewImage } from '../../demo-data/index.ts';
import { imagePathsOf, type SizeName } from '../images/image-files.ts';
import { pictureKey } from './pictures.ts';

/** Numbers of things, from 1; one run for all businesses. */
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
export function contentOf(business: DemoBusiness, numbers: DemoNumbers, extensionOf: (picture: string) => string): DemoContent {
  const users = usersOf(business);
  const pathsOf = (picture: string): Record<SizeName, string> => imagePathsOf(pictureKey(picture), extensionOf(picture));
  const toImage = (image: DemoReviewImage, createdAt: number): Image => ({ id: numbers.images.next(), caption: image.caption, ...pathsOf(image.image), ...created(createdAt) });
  const byAge = <Item extends { createdAt: number }>(items: readonly Item[]): Item[] => [...items].sort((one, other) => one.createdAt - other.createdAt);

  const products = business.products.map((product): Product => ({
    id: numbers.products.next(),
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
    images: product.images.map((picture) => ({ id: numbers.images.next(), url: pathsOf(picture).original })),
    attributes: product.attributes,
    num_reviews: 0,
    average_rating: 0,
    ...created(product.createdAt),
  }));
  const productBySku = new Map(products.map((product) => [product.sku, product]));

  const productReviews = byAge(business.productReviews).map((review): ProductReview => ({
    id: numbers.productReviews.next(),
    title: review.title,
    content: review.content,
    rating: review.rating,
    order_id: review.orderId,
    user: users.get(review.authorKey)!,
    user_location: review.userLocation,
    attributes: review.attributes,
    images: review.images.map((image) => toImage(image, review.createdAt)),
    solicited: review.solicited ? 'Yes' : 'No',
    votes: review.positiveVotes + review.negativeVotes,
    num_positive_votes: review.positiveVotes,
    num_negative_votes: review.negativeVotes,
    ...published(review.publishedAt),
    ...created(review.createdAt),
    product: productBySku.get(review.sku)!,
    removedRFC: review.removedAt === null ? null : formatRfc(review.removedAt),
  }));

  const comments: DemoContentComment[] = [];
  const reviews = byAge(business.reviews).map((review): Review => {
    const author = users.get(review.authorKey)!;
    const original = review.updatedFor;
    const images = review.images.map((image) => toImage(image, review.createdAt));
    const common = {
      tip: review.tip,
      order_id: review.orderId,
      source: review.source,
      datasource: review.datasource,
      author,
    };
    const updatedFor: OriginalReview | null = original && {
      ...common,
      reviewNo: numbers.reviews.next(),
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
    const reviewNo = numbers.reviews.next();
    for (const comment of review.comments) {
      comments.push({ reviewNo, author: commenter(comment.authorName), content: comment.content, activated: comment.activated, createdAt: comment.createdAt });
    }
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
      updated_for: updatedFor,
    };
  });

  const toAnswer = (answer: DemoAnswer): Answer => ({
    id: numbers.answers.next(),
    content: answer.content,
    ...created(answer.createdAt),
    num_votes: answer.positiveVotes + answer.negativeVotes,
    author: users.get(answer.authorKey)!,
  });
  const toProductAnswer = (answer: DemoAnswer): ProductAnswer => ({
    ...toAnswer(answer),
    ...published(answer.createdAt),
    num_positive_votes: answer.positiveVotes,
    num_negative_votes: answer.negativeVotes,
  });
  const productQuestions = byAge(business.productQuestions).map((question): ProductQuestion => ({
    id: numbers.productQuestions.next(),
    content: question.content,
    ...created(question.createdAt),
    ...published(question.publishedAt),
    removed: question.removedAt !== null,
    num_answers: question.answers.length,
    sum_votes: question.sumVotes,
    answers: question.answers.map(toProductAnswer),
    product: productBySku.get(question.sku)!,
    author: users.get(question.authorKey)!,
  }));
  const questions = byAge(business.questions).map((question): Question => ({
    id: numbers.questions.next(),
    business: business.domain,
    content: question.content,
    ...created(question.createdAt),
    num_answers: question.answers.length,
    slug: question.slug,
    sum_votes: question.sumVotes,
    answers: question.answers.map(toAnswer),
    author: users.get(question.authorKey)!,
  }));

  return { profile: profileOf(business), products, productReviews, reviews, comments, productQuestions, questions };
}

function profileOf({ domain, name, phone, email, address }: DemoBusiness): Business {
  const lines = [address.streetAddress, address.streetAddress2, address.city, address.state, address.postalCode, address.country];
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

/** Every author as a User, with the number of published reviews that they wrote. */
function usersOf(business: DemoBusiness): Map<string, User> {
  const written = new Map<string, number>();
  for (const review of [...business.productReviews, ...business.reviews]) {
    const shown = review.publishedAt !== null && review.removedAt === null;
    if (shown) written.set(review.authorKey, (written.get(review.authorKey) ?? 0) + 1);
  }
  return new Map(
    business.authors.map((author) => [
      author.key,
      {
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

function commenter(name: string): User {
  return { username: name, firstName: name, lastName: '', thumbnail: '', profilePage: '', numReviews: 0, numHelpfulVotes: 0, email: null, user_photo: null };
}

const toAspects = (ratings: DemoRatings): AspectRating[] => aspects.map((type) => ({ type, rating: ratings[type] }));
const created = (time: number) => ({ created: formatDateTime(time), createdRFC: formatRfc(time) });
const published = (time: number | null) =>
  time === null ? { published: 'pending' as const, publishedRFC: null } : { published: formatDateTime(time), publishedRFC: formatRfc(time) };

/** Content for tests, in the contract's shapes: what is not given is empty. */
import { tolerantEntities } from '../../contract/entities/entities.ts';
import { ensureBusiness } from '../../review-store/content/businesses.ts';
import { saveProductReviews } from '../../review-store/reviews/product-review-changes.ts';
import { saveProducts } from '../../review-store/products/product-changes.ts';
import { saveProductQuestions } from '../../review-store/questions/product-question-changes.ts';
import { saveQuestions } from '../../review-store/questions/questions.ts';
import { saveReviews } from '../../review-store/reviews/review-changes.ts';
import { storeOf, type Database } from '../../review-service/data/tables.ts';

export interface Content {
  readonly products?: readonly object[];
  readonly productReviews?: readonly object[];
  readonly reviews?: readonly object[];
  readonly productQuestions?: readonly object[];
  readonly questions?: readonly object[];
}

const written = {
  title: 'Title',
  content: 'Content',
  created: '2026-01-01 00:00:00',
  published: '2026-01-01 00:00:00',
  user: { username: 'kim', firstName: 'Kim', lastName: 'L' },
  author: { username: 'kim', firstName: 'Kim', lastName: 'L' },
};

export async function saveContent(db: Database, domain: string, content: Content): Promise<void> {
  const store = storeOf(db);
  const { id } = await ensureBusiness(store, domain);
  const { Product, ProductReview, ProductQuestion, Question, Review } = tolerantEntities;
  await saveProducts(
    store,
    id,
    (content.products ?? []).map((given) => Product.parse({ created: written.created, title: 'Thing', ...given })),
  );
  await saveProductReviews(
    store,
    id,
    (content.productReviews ?? []).map((given) => ProductReview.parse({ ...written, rating: 5, ...given })),
  );
  await saveReviews(
    store,
    id,
    (content.reviews ?? []).map((given) =>
      Review.parse({ ...written, rating: [{ type: 'overall', rating: 4 }], ...given }),
    ),
  );
  await saveProductQuestions(
    store,
    id,
    (content.productQuestions ?? []).map((given) => ProductQuestion.parse({ ...written, ...given })),
  );
  await saveQuestions(
    store,
    id,
    (content.questions ?? []).map((given) => Question.parse({ ...written, business: domain, slug: 'slug', ...given })),
  );
}

import type { Repeating, ShownProductReview } from '../../contract/entities/digest.ts';
import type { ProductReview, Review } from '../../contract/entities/entities.ts';
import { create } from './create.ts';
import type { Photo, Translate } from './photo.ts';

/** Characters of a text by which its review is recognised in the list: the rest may be folded. */
const RECOGNISED = 40;

const titleOf = (review: (ProductReview | Review) & Repeating): string => (review.title_repeats ? '' : review.title);
const ratingOf = ({ rating }: ProductReview | Review): number | null | undefined =>
  typeof rating === 'number' ? rating : rating?.find(({ type }) => type === 'overall')?.rating;
const votesOf = (review: ProductReview | Review): number =>
  ('reviewNo' in review ? review.positive_votes : review.num_positive_votes) ?? 0;

/** The element below whose list the panel's review stands. */
type Revealing = Element & { reveal(what: Element, block: 'center'): unknown };

/** The review that the photo on show belongs to. */
export class ReviewPanel {
  readonly element = create('article', { tabIndex: 0 });
  readonly #root: ShadowRoot;
  readonly #t: Translate;
  readonly #locale: string;
  readonly #leave: (then: () => void) => void;
  #photo: Photo | undefined;

  /** @param leave closes the dialog, then does something else */
  constructor(root: ShadowRoot, t: Translate, locale: string, leave: (then: () => void) => void) {
    this.#root = root;
    this.#t = t;
    this.#locale = locale;
    this.#leave = leave;
  }

  show(photo: Photo): void {
    if (photo.review !== this.#photo?.review || !photo.review) this.#render(photo);
    this.#photo = photo;
  }

  #render({ review, author }: Photo): void {
    const panel = this.element;
    panel.hidden = !review;
    panel.replaceChildren();
    if (!review) return;
    const { content } = review;
    const title = titleOf(review);
    panel.ariaLabel = title || author;
    const rating = ratingOf(review);
    if (rating) {
      const stars = '★★★★★☆☆☆☆☆'.slice(5 - Math.round(rating), 10 - Math.round(rating));
      panel.append(
        create('span', { className: 'rated', role: 'img', ariaLabel: this.#t('rated', { n: rating }) }, stars),
      );
    }
    const lang = (review as Partial<ShownProductReview>).language ?? '';
    if (title) panel.append(create('h3', { dir: 'auto', lang }, title));
    panel.append(create('p', { dir: 'auto', lang }, content));
    const date = Date.parse(review.publishedRFC ?? review.createdRFC);
    const written = new Intl.DateTimeFormat(this.#locale, { dateStyle: 'medium' }).format(date || 0);
    panel.append(create('small', {}, create('bdi', {}, author), ` · ${written}`));
    const n = votesOf(review);
    if (n) panel.append(create('small', {}, this.#t('foundHelpful', { n })));
    if (this.#find(review, author)) {
      const go = () => {
        const article = this.#find(review, author);
        if (!article) return;
        void (this.#root.host as Revealing).reveal(article, 'center');
        article.focus({ preventScroll: true });
      };
      const onclick = () => this.#leave(go);
      panel.append(create('button', { type: 'button', className: 'words', onclick }, this.#t('toReview')));
    }
    panel.scrollTop = 0;
  }

  /** The review in the list behind the dialog, if it is on show there. */
  #find(review: ProductReview | Review, author: string): HTMLElement | undefined {
    const start = review.content.trim().slice(0, RECOGNISED);
    return [...this.#root.querySelectorAll<HTMLElement>('.review')].find(
      (article) => article.ariaLabel === (titleOf(review) || author) && article.textContent.includes(start),
    );
  }
}

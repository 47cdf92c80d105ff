import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { dataSources } from '../../../contract/datasources.ts';
import type { ByBusiness, ShownReview } from '../../../contract/entities/digest.ts';
import type { Comment, OriginalReview, Review } from '../../../contract/entities/entities.ts';
import { incentiveLabels } from '../../../contract/incentives.ts';
import { MAX_COUNT } from '../../../contract/endpoints/limits.ts';
import type { LoadKey } from '../../controllers/load.ts';
import type { Photo } from '../../dialogs/lightbox.ts';
import { define } from '../../element/define.ts';
import { PlauditElement } from '../../element/element.ts';
import type { Page } from '../../element/list.ts';
import { lineOf } from '../../element/numbers.ts';
import { ReviewsElement } from '../../element/reviews.ts';
import { formatDate } from '../../locales/dates.ts';
import business from '../../locales/en/business.json' with { type: 'json' };
import { addEnglish } from '../../locales/i18n.ts';
import { emit } from '../../page/events.ts';
import { advise } from '../../page/failing.ts';
import { starFilter, tellOthers } from '../../page/hub.ts';
import { patiently } from '../../page/patiently.ts';
import { content } from '../../styles/content.ts';
import { flag } from '../../styles/icons.ts';
import { reviews } from '../../styles/reviews.ts';
import { talk } from '../../styles/talk.ts';
import { authorOf, byline, day } from '../../templates/author.ts';
import { renderAttributes, renderOrigin } from '../../templates/beside.ts';
import { renderChips } from '../../templates/chips.ts';
import { renderEmpty } from '../../templates/empty.ts';
import { renderReview } from '../../templates/review.ts';
import { stars } from '../../templates/stars.ts';
import { renderText } from '../../templates/text.ts';
import { renderToolbar } from '../../templates/toolbar.ts';
import { orders } from './orders.ts';

addEnglish(business);

const loadReport = patiently(() => import('../../dialogs/report.ts'));

/** A review with the comments of the merchant and others. */
interface Answered extends Review {
  readonly comments: readonly (Comment & ByBusiness)[];
}

interface Comments {
  readonly comments: readonly (Comment & ByBusiness)[];
  /** Whether the list is complete. */
  readonly whole: boolean;
}

/** An unrated aspect is null; some servers send 0. */
const aspect = ({ rating }: OriginalReview, wanted: string): number | null | undefined =>
  rating.find(({ type }) => type === wanted)?.rating;

/**
 * The reviews of the business, with aspect ratings, photos and the merchant's comments.
 *
 * @element plaudit-review-list
 * @slot - Shown until the reviews are ready, when they fail to load, and when JavaScript is off.
 * @slot empty - Replaces the message that there are no reviews.
 * @fires {CustomEvent} plaudit-ready - The reviews are displayed; `detail.total` is the number of reviews.
 * @fires {CustomEvent} plaudit-error - Loading failed; `detail`: `code`, `status`, `reason`, `retryAfter` (seconds).
 * @fires {CustomEvent} plaudit-filter - The shopper filtered, searched or sorted; `detail` holds the new query.
 * @csspart base - The whole element.
 * @csspart toolbar - The number of reviews, search, sort order and filters.
 * @csspart choices - The filters that are on, each with a way to take it back.
 * @csspart sheet - The dialog with the filters.
 * @csspart list - The reviews, each of them a part `review`.
 * @csspart review - One review.
 * @csspart author - The author's name.
 * @csspart shop - Said of a comment of the shop itself.
 * @csspart verified - The badge of a verified buyer.
 * @csspart source - The name of the site that a review was imported from.
 * @csspart reward - Said of a review for which its author was given something.
 * @csspart collected - Said of a review that another program collected.
 * @csspart stars - The stars of a review and of an aspect.
 * @csspart title - The title of a review.
 * @csspart content - The text of a review.
 * @csspart attributes - The custom attributes of a review.
 * @csspart tip - The tip for other customers.
 * @csspart aspects - The aspect ratings.
 * @csspart photos - The photos of a review.
 * @csspart comments - The comments on a review.
 * @csspart original - The review before it was edited, in a disclosure.
 * @csspart foot - The number of reviews that are shown, and the button for more.
 * @csspart empty - The message when there are no reviews.
 * @csspart failure - The message when loading fails.
 * @csspart button - Buttons.
 * @csspart lightbox - The dialog that shows photos.
 * @csspart report - The dialog that reports a review.
 * @cssprop [--plaudit-star-color=#c2660a] - Filled stars.
 * @cssprop [--plaudit-accent=#23201d] - Focus rings and primary buttons.
 * @cssprop [--plaudit-radius=0.5em] - Corner radius.
 */
export class ReviewList extends ReviewsElement<Answered> {
  static override styles = [...PlauditElement.styles, content, reviews, talk];

  static override properties: PropertyDeclarations = {
    order: {},
    datasources: {},
  };

  /** Sort order: `DESC` (newest first, the default), `ASC`, `helpful`, `highest` or `lowest`. */
  declare order: string | null;
  /** Comma-separated codes of external sites whose reviews the list includes. */
  declare datasources: string | null;

  /** Below the list. */
  #line: (() => string) | null | undefined;

  protected key(): LoadKey {
    return ['', JSON.stringify(this.#query)];
  }

  protected idOf({ reviewNo }: Review): number {
    return reviewNo;
  }

  /** @internal */
  readonly orders = orders;

  get #query() {
    return {
      count: this.count,
      order: Object.hasOwn(orders, this.order!) ? (this.order as keyof typeof orders) : 'DESC',
      datasources: this.datasources?.replace(/\s/g, '') || null,
      ratings: starFilter(this).join() || null,
      q: this.chosen.q ?? null,
      languages: this.chosen.languages ?? null,
    };
  }

  protected async page(start: number, signal: AbortSignal): Promise<Page<Answered>> {
    const isFirst = !this.load.data;
    if (isFirst) this.all = null;
    const query = this.#query;
    const [{ reviews, total, transparency }, all, whole] = await Promise.all([
      this.source.ask('listReviews', { ...query, start: start || null, transparency: isFirst ? 1 : null }, signal),
      this.#comments(null, signal),
      // A list that comes narrowed does not say how many there are.
      isFirst && this.filtered
        ? this.source.ask('listReviews', { count: 1, datasources: query.datasources }, signal).catch(() => null)
        : null,
    ]);
    if (isFirst) {
      await this.useWords();
      this.#line = transparency && lineOf(this, transparency, transparency);
    }
    const items = reviews.map(async (review) => {
      const { comments } = all.whole ? all : await this.#comments(review.reviewNo, signal);
      return {
        ...review,
        comments: comments.filter(({ reviewNo, activated }) => activated && reviewNo === review.reviewNo),
      };
    });
    if (!this.filtered) this.all = total;
    else if (whole) this.all = whole.total;
    return { items: await Promise.all(items), total };
  }

  /** Comments on one review, or on all in one request because few have any. The list works without them. */
  async #comments(review_no: number | null, signal: AbortSignal): Promise<Comments> {
    try {
      const query = { review_no, count: MAX_COUNT, datasources: this.#query.datasources };
      const { comments, total } = await this.source.ask('listComments', query, signal);
      return { comments, whole: comments.length < MAX_COUNT || comments.length === total };
    } catch {
      return { comments: [], whole: true };
    }
  }

  protected photosOf(review: Review): Photo[] {
    return this.toPhotos(review, authorOf(review.author, this));
  }

  protected override updated(): void {
    super.updated();
    if (this.order && !Object.hasOwn(orders, this.order)) advise(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    tellOthers();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    tellOthers();
  }

  /** @internal */
  tell(): void {
    const { order } = this.#query;
    const { q } = this.chosen;
    emit(this, 'plaudit-filter', { sku: null, itemGroup: null, ratings: starFilter(this), order, text: q ?? '' });
  }

  /** The language of the shopper is a filter where some of the displayed reviews are in another. @internal */
  renderFilters(): TemplateResult {
    const own = this.usedLocale.slice(0, 2);
    const items: readonly Review[] = this.load.data?.items ?? [];
    const mixed =
      this.chosen.languages || (items as readonly ShownReview[]).some(({ language }) => language && language !== own);
    return renderChips(this, mixed ? [{ name: 'languages', value: own, content: this.nameOf(own) }] : []);
  }

  /** @internal */
  override nameOf(language: string): string {
    return new Intl.DisplayNames(this.usedLocale, { type: 'language' }).of(language)!;
  }

  async #report({ reviewNo }: Review, opener: HTMLElement): Promise<void> {
    const { openReport } = await loadReport();
    const send = async (reason: string, message: string, key: string) => {
      await this.source.send('flagReview', { review_no: `${reviewNo}`, reason, message }, key);
      return () => this.note(reviewNo, { note: () => this.t('reported') });
    };
    openReport(this, send, opener);
  }

  // ---- rendering ----------------------------------------------------------------------------------------------------

  #aspects(review: Review): TemplateResult | null {
    const rated = (['service', 'value', 'shipping', 'returns', 'quality'] as const).flatMap((type) => {
      const rating = aspect(review, type);
      return rating
        ? [
            html`<div><dt
                class="muted">${this.t(type)}</dt> <dd>${stars(rating, this.t('rated', { n: rating }))}</dd></div>`,
          ]
        : [];
    });
    return rated[0] ? html`<dl part="aspects" class="aspects">${rated}</dl>` : null;
  }

  #comment(comment: Comment & ByBusiness): TemplateResult {
    const { author, content: text, createdRFC, by_business: isShop } = comment;
    const name = authorOf(author, this);
    return html`<li class="comment">${byline(
      name,
      html`<div
        class="muted">${isShop && html`<span part="shop">${this.t('byShop')}</span> · `}${day(this, createdRFC)}</div>`,
      this.t('replied', { name }),
    )}${renderText(this, comment, text, '')}</li>`;
  }

  #original(original: OriginalReview): TemplateResult {
    const rating = aspect(original, 'overall');
    return html`<details part="original">
      <summary>${this.t('original')}</summary>
      <div class="comment">
        <div class="row">${rating ? stars(rating, this.t('rated', { n: rating })) : null}<span
            class="muted">${day(this, original.createdRFC)}</span></div>
        ${original.title ? html`<h4 dir="auto">${original.title}</h4>` : null}
        ${renderText(this, original, original.content, '')}
      </div>
    </details>`;
  }

  #review(review: Answered): TemplateResult {
    const { t } = this;
    const {
      reviewNo: id,
      tip,
      comments,
      datasource,
      updated_for: original,
      positive_votes: helpful,
      editedRFC: edited,
      labels,
    } = review;
    const { note } = this.reading(id);
    const report = ({ currentTarget }: Event) => void this.#report(review, currentTarget as HTMLElement);
    return renderReview(this, {
      ...review,
      of: review,
      author: authorOf(review.author, this),
      place: review.user_location,
      verified: !!review.verified,
      rating: aspect(review, 'overall'),
      date: review.publishedRFC ?? review.createdRFC,
      beside: [
        edited && html`<span>· ${t('edited', { date: formatDate(this.usedLocale, edited) })}</span>`,
        datasource &&
          html`<span>·
            <span part="source">${t('from', { name: dataSources[datasource] ?? datasource })}</span></span>`,
        renderOrigin(this, {
          ...review,
          incentivised: review.incentivised || labels.some((label) => incentiveLabels.includes(label)),
        }),
      ],
      more: [
        renderAttributes(review),
        this.#aspects(review),
        tip && html`<p part="tip" class="tip" dir="auto"><b>${t('tip')}</b> ${tip}</p>`,
      ],
      photos: this.photosOf(review),
      foot: html`
        ${comments[0] ? html`<ul part="comments">${comments.map((comment) => this.#comment(comment))}</ul>` : null}
        ${original ? this.#original(original) : null}
        <div class="row acts muted">
          ${helpful > 0 ? html`<span>${t('helpful', { n: helpful })}</span>` : null}
          <button class="link row" aria-haspopup="dialog"
              @click=${report}>${flag()}${t('report')}</button>
          <span role="status">${note?.()}</span>
        </div>`,
    });
  }

  protected override renderContent(): unknown {
    return this.renderLoad(this.load, (data) =>
      data.items[0] || this.filtered || this.load.phase !== 'ready'
        ? html`${renderToolbar(this, data)}
          ${this.renderItems(data.items.map((review) => this.#review(review)))}
          ${this.renderFoot(data, this.#line?.())}`
        : renderEmpty(this.t('noReviews')),
    );
  }
}

define('plaudit-review-list', ReviewList);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-review-list': ReviewList;
  }
}

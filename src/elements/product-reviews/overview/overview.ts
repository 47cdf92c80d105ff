/**
 * The overview of a product's reviews, above their list, and filters with numbers. Loaded with the first answer that
 * has a digest.
 */
import { sumOf } from '../../../../contract/averages.ts';
import type { Digest } from '../../../../contract/entities/digest.ts';
import type { ProductReview } from '../../../../contract/entities/entities.ts';
import type { AnswerOf } from '../../../../contract/shopper/shopper.ts';
import type { Photo } from '../../../dialogs/photo.ts';
import type { Page } from '../../../element/list.ts';
import { lineOf } from '../../../element/numbers.ts';
import english from '../../../locales/en/overview.json' with { type: 'json' };
import { addEnglish } from '../../../locales/i18n.ts';
import { adopt } from '../../../styles/adopt.ts';
import type { ReviewContent } from '../../../templates/review.ts';
import { renderBand } from './band/band.ts';
import { renderChips } from './chips.ts';
import { dressReview } from './dress.ts';
import { followLater, type Following } from './address/following.ts';
import { leadWith, markOf } from './highlights.ts';
import { nameOf, ownOf, renderLanguages } from './languages.ts';
import { Later } from './later.ts';
import { mayTranslate } from './translating/may-translate.ts';
import { lineOffer } from './offer-line.ts';
import { renderAll } from './strip.ts';
import { overviewStyles } from './styles.ts';
import type { OverviewHost, Context } from './context.ts';

addEnglish(english);

export interface Overview {
  /** Waits for what reviews that are about to be shown have to be shown with. */
  before(items: readonly ProductReview[]): Promise<void>;
  /** The first page of the list, where nobody chose an order or a filter. */
  lead(items: readonly ProductReview[], count: number): Pick<Page<ProductReview>, 'items' | 'taken'>;
  mark(review: ProductReview): string | undefined;
  /** Above the toolbar. */
  top(): unknown;
  /** The filters, in place of those without numbers. */
  chips(): unknown;
  /** Lines about the reviews that are shown, below the filters. */
  lines(items: readonly ProductReview[]): unknown;
  /** A shopper's name for a language or a mention. */
  nameOf(sent: string): string | undefined;
  /** How many photos all reviews have. */
  readonly pictures: number;
  /**
   * At the end of the row of photos.
   * @param isAll - whether these are all that there are
   */
  all(photos: readonly Photo[], isAll: boolean): unknown;
  /** A review as it is shown, with what else is known of it. */
  dress(shown: ReviewContent): ReviewContent;
  /** Where nothing matches. */
  nothing(): unknown;
  /** Below the list. */
  line(): string;
  /** Shows what the address says, which has changed. */
  follow(event: Event): void;
  /** After each update of the element. */
  updated(): void;
  /** Style sheet for HTML that a server renders. */
  readonly styles: string;
}

function countAll(host: OverviewHost, ratings: Digest['ratings']): number {
  const published = sumOf(Object.values(ratings));
  // A list that comes narrowed does not say it.
  if (host.filtered) host.all = published;
  return published;
}

export async function overviewOf(
  host: OverviewHost,
  { digest, can_report: canReport, linked: review = null }: AnswerOf<'listProductReviews'>,
): Promise<Overview> {
  await host.useWords();
  const { ratings, verified, transparency } = digest!;
  const published = countAll(host, ratings);
  const line = lineOf(host, { published, verified }, transparency);
  let following: Following | null = null;
  const context: Context = {
    host,
    digest: digest!,
    canReport: !!canReport,
    open: (id) => following?.open(id),
  };
  // A server renders for everybody.
  const isInPage = typeof location === 'object' && !!host.shadowRoot;
  if (isInPage) adopt(host.shadowRoot!, overviewStyles);
  const translate =
    isInPage && mayTranslate(digest!) && digest!.languages.some(({ language }) => language !== ownOf(context))
      ? await import('./translating/translating.ts')
          .then(({ translatingOf }) => translatingOf(context))
          .catch(() => null)
      : null;
  const offerLine = isInPage ? lineOffer(context) : null;
  const sought = new Later(
    host,
    () => import('./sought.ts'),
    ({ soughtOf }) => soughtOf(context),
  );
  following = await followLater(host, review);
  return {
    styles: overviewStyles,
    line,
    lead: (items, count) => leadWith(context, items, count),
    mark: (review) => markOf(context, review),
    top: () => [following?.render(), renderBand(context)],
    before: async (items) => translate?.before(items),
    chips: () => renderChips(context),
    lines: (items) => [renderLanguages(context), translate?.all(items)],
    nameOf: (sent) =>
      sent.includes('.') ? digest!.mentions.find(({ key }) => key === sent)?.words : nameOf(sent, host.usedLocale),
    pictures: digest!.pictures,
    all: (photos, isAll) => renderAll(context, photos, isAll),
    dress(shown) {
      const dressed = dressReview(context, shown);
      return translate?.dress(dressed) ?? dressed;
    },
    nothing: () => sought.piece?.nothing(),
    follow: (event) => following?.follow(event),
    updated() {
      if (!offerLine) return;
      offerLine();
      translate?.updated();
      if (host.chosen.q || host.chosen.mention) void sought.ask();
      sought.piece?.mark();
      following?.write();
    },
  };
}

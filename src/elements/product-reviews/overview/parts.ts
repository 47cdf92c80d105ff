import type * as Lit from 'lit';
import type { Digest } from '../../../../contract/digest.ts';
import type { ProductReview, User } from '../../../../contract/entities.ts';
import type { PlauditElement } from '../../../element/element.ts';
import type { ReviewsElement } from '../../../element/reviews.ts';
import type { overview } from '../../../locales/more/en/overview.ts';
import type { addEnglish } from '../../../locales/i18n.ts';
import type { Say } from '../../../locales/more/index.ts';
import type { OfProduct, productQuery } from '../../../page/hub.ts';
import type { rove } from '../../../templates/roving.ts';
import type { openFilters } from '../../../templates/toolbar.ts';

/** The element that the overview belongs to. */
export interface OverviewHost extends ReviewsElement<ProductReview> {
  readonly sku: string | null;
  readonly itemGroup: string | null;
  readonly translated: boolean | null;
  /** How the shopper came to the address that the page has. */
  readonly arrival: string;
  /** Waits for the words of the wanted locale, which is in use from then on. */
  useWords(): Promise<void>;
}

/**
 * What the elements of the page have loaded already. In a page with the single file, an import would load it again.
 */
export interface Parts {
  readonly html: typeof Lit.html;
  readonly render: typeof Lit.render;
  readonly star: () => Lit.TemplateResult;
  readonly stars: (rating: number, label: string) => Lit.TemplateResult;
  readonly camera: () => Lit.TemplateResult;
  readonly authorOf: (user: User | null, host: PlauditElement) => string;
  readonly formatDate: (locale: string, rfc: string) => string;
  readonly fresh: (text: string | null) => unknown;
  readonly formatAverage: (locale: string, average: number) => string;
  readonly starFilter: (of: OfProduct) => readonly number[];
  readonly productQuery: typeof productQuery;
  readonly addEnglish: typeof addEnglish;
  readonly rove: typeof rove;
  readonly openFilters: typeof openFilters;
}

/** What the pieces of the overview render from. */
export interface Told {
  readonly host: OverviewHost;
  readonly digest: Digest;
  /** Whether the service takes reports. */
  readonly canReport: boolean;
  readonly parts: Parts;
  readonly say: Say<keyof typeof overview>;
}

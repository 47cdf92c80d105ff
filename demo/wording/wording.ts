/** All that a product page says in one language, besides what the elements say. */

export interface Wording {
  /** Of the page, and for prices. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** The language by its own name. */
  readonly name: string;
  /** What addresses of pages in this language begin with; empty for the shop's first language. */
  readonly root: '' | `/${string}`;
  readonly frame: FrameWording;
  readonly footer: FooterWording;
  readonly flow: FlowWording;
  readonly snippet: SnippetWording;
  readonly widgets: WidgetWording;
  readonly card: CardWording;
  readonly product: ProductPageWording;
  /** Names of categories by key. */
  readonly categories: Readonly<Record<string, string>>;
  /** What makers say of themselves, by brand. */
  readonly makers: Readonly<Record<string, string>>;
  /** How the variants of a group differ, by group. */
  readonly variantLabels: Readonly<Record<string, string>>;
  readonly joinTitle: (name: string, variant: string) => string;
  /** By sku. In the first language, the catalogue says all this. */
  readonly products: Readonly<Record<string, ProductWording>>;
}

export interface ProductWording {
  readonly name: string;
  readonly variant?: string;
  readonly description: string;
}

interface FrameWording {
  readonly skip: string;
  readonly notice: string;
  readonly menu: string;
  readonly about: string;
  readonly basket: string;
}

interface FooterWording {
  readonly about: string;
  readonly shop: { readonly label: string; readonly heading: string; readonly everything: string };
  readonly house: {
    readonly label: string;
    readonly heading: string;
    readonly reviews: string;
    readonly lane: string;
    readonly basket: string;
    readonly write: string;
    readonly elements: string;
    readonly mails: string;
  };
  readonly hours: { readonly heading: string; readonly lines: readonly [string, string] };
  readonly languages: string;
  readonly imaginary: string;
}

interface FlowWording {
  readonly heading: string;
  readonly steps: ReadonlyArray<{ readonly name: string; readonly text: string }>;
  readonly see: string;
  readonly links: {
    readonly call: string;
    readonly ready: string;
    readonly hashes: string;
    readonly elements: string;
  };
}

export interface SnippetWording {
  readonly show: string;
  readonly paste: string;
  readonly style: string;
  readonly htmlFor: (what: string) => string;
  readonly styleFor: (what: string) => string;
  readonly copy: string;
  readonly copied: string;
  readonly selected: string;
}

interface WidgetWording {
  readonly stars: string;
  readonly summary: string;
  readonly reviews: string;
  readonly noReviews: string;
  readonly writeFirst: string;
  /** Around the shop’s e-mail address. */
  readonly form: readonly [before: string, after: string];
  readonly questions: string;
  readonly noQuestions: string;
  /** What each is called beside its HTML. */
  readonly names: {
    readonly stars: string;
    readonly summary: string;
    readonly form: string;
    readonly reviews: string;
    readonly questions: string;
  };
}

interface CardWording {
  readonly now: string;
  readonly was: string;
  readonly isNew: string;
  readonly less: (percent: number) => string;
}

interface ProductPageWording {
  readonly breadcrumb: string;
  readonly picture: (title: string, brand: string) => string;
  readonly readReviews: string;
  readonly addToBasket: string;
  /** After the first, and after `{n}` of them. */
  readonly added: string;
  readonly addedMore: string;
  readonly lookAtBasket: string;
  readonly promises: readonly [string, string, string];
  readonly madeBy: (brand: string) => string;
  readonly article: string;
  readonly listedAs: string;
  readonly reviews: string;
  readonly write: string;
  readonly writeHint: (title: string) => string;
  readonly asked: string;
  readonly askedAbout: string;
  readonly companions: string;
}

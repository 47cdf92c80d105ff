/** The pictures that `npm run screenshots` takes. */

export const widths = [360, 1280] as const;
export const schemes = ['light', 'dark'] as const;
export const languages = ['en', 'de', 'ja', 'ar'] as const;
export const states = ['ready', 'loading', 'empty', 'failed'] as const;
export type State = (typeof states)[number];

export interface Viewer {
  readonly language: string;
  readonly width: number;
  readonly scheme: (typeof schemes)[number];
}

export const viewersIn = (chosen: readonly string[]): Viewer[] =>
  chosen.flatMap((language) => widths.flatMap((width) => schemes.map((scheme) => ({ language, width, scheme }))));

/** One picture. */
export interface Picture extends Viewer {
  readonly subject: string;
  readonly state?: State;
  /** Below the folder of pictures. */
  readonly file: string;
}

export function pictureOf(subject: string, viewer: Viewer, state?: State): Picture {
  const { language, width, scheme } = viewer;
  const parts = [subject, state, language, width, scheme].filter((part) => part !== undefined);
  return { subject, ...(state && { state }), ...viewer, file: `${parts.join('.')}.png` };
}

interface Sample {
  readonly attributes: Readonly<Record<string, string>>;
  /** A state that the element does not have. */
  readonly isNever?: State;
}

/** Every element with its attributes; `SKU` stands for a product with reviews, or for one without. */
export const samples: Readonly<Record<string, Sample>> = {
  'plaudit-stars': { attributes: { sku: 'SKU' } },
  'plaudit-star-summary': { attributes: { sku: 'SKU' } },
  'plaudit-product-reviews': { attributes: { sku: 'SKU', 'page-size': '3' } },
  'plaudit-questions': { attributes: { sku: 'SKU' } },
  // It asks nothing without which a review could not be written.
  'plaudit-review-form': { attributes: { sku: 'SKU' }, isNever: 'empty' },
  'plaudit-review-list': { attributes: { 'page-size': '3' } },
  'plaudit-top-rated': { attributes: {} },
  'plaudit-transparency': { attributes: { sku: 'SKU' } },
  'plaudit-write-review': { attributes: {}, isNever: 'empty' },
  'plaudit-edit-review': { attributes: { customer: 'e30.e30.e30' }, isNever: 'empty' },
};

export const tagsIn = (state: State): string[] => Object.keys(samples).filter((tag) => samples[tag]!.isNever !== state);

export const elementPictures = (chosen: readonly string[]): Picture[] =>
  viewersIn(chosen).flatMap((viewer) =>
    states.flatMap((state) => tagsIn(state).map((tag) => pictureOf(tag, viewer, state))),
  );

/** Pages of the demo's shop by the names of their pictures. */
export const pages: Readonly<Record<string, string>> = {
  home: '/',
  category: '/lighting',
  product: '/products/demo-001',
  'product-without-reviews': '/products/demo-024',
  'product-in-arabic': '/ar/products/demo-001',
  'product-in-japanese': '/ja/products/demo-001',
  about: '/about',
  elements: '/elements',
  element: '/elements/plaudit-product-reviews',
  basket: '/basket',
  'not-found': '/nothing',
};

export const pagePictures = (): Picture[] =>
  viewersIn(['en']).flatMap((viewer) => Object.keys(pages).map((name) => pictureOf(`shop-${name}`, viewer)));

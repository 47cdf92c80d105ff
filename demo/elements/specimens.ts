/** What to try with each element: the values it starts with, and those worth a look. */

export interface Specimen {
  /** Attributes to start with. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Text between the tags. */
  readonly fallback: string;
}

const specimens: Readonly<Record<string, Specimen>> = {
  'plaudit-stars': { attributes: { sku: 'DEMO-001' }, fallback: 'Customer reviews' },
  'plaudit-star-summary': { attributes: { sku: 'DEMO-001' }, fallback: 'What customers say, star by star.' },
  'plaudit-product-reviews': {
    attributes: { sku: 'DEMO-001', 'page-size': '3' },
    fallback: 'Reviews and photos from customers appear here.',
  },
  'plaudit-questions': { attributes: { sku: 'DEMO-001' }, fallback: 'Questions and answers appear here.' },
  'plaudit-review-form': { attributes: { sku: 'DEMO-001' }, fallback: 'You can also send us your review by e-mail.' },
  'plaudit-review-list': {
    attributes: { 'page-size': '3' },
    fallback: 'What customers say about the shop appears here.',
  },
  'plaudit-top-rated': { attributes: {}, fallback: 'What customers liked best appears here.' },
  'plaudit-transparency': { attributes: { sku: 'DEMO-001' }, fallback: 'How these reviews come about.' },
  'plaudit-write-review': { attributes: {}, fallback: 'Write to us' },
  'plaudit-edit-review': { attributes: {}, fallback: 'Sign in to change your review.' },
};

export const specimenOf = (tag: string): Specimen => specimens[tag] ?? { attributes: {}, fallback: '' };

/** Values to choose from; other attributes are typed. */
export const choices: Readonly<Record<string, readonly string[]>> = {
  order: ['', 'created', 'oldest', 'relevant', 'helpful', 'highest', 'lowest', 'photos'],
  'plaudit-review-list order': ['', 'DESC', 'ASC', 'helpful', 'highest', 'lowest'],
  theme: ['', 'light', 'dark'],
  translated: ['', 'translated'],
};

/** Values offered while one is typed, with what they show. */
export const offers: Readonly<Record<string, ReadonlyArray<readonly [value: string, shows: string]>>> = {
  sku: [
    ['DEMO-001', '300 reviews'],
    ['DEMO-002', 'another colour of it'],
    ['DEMO-024', 'no reviews yet'],
    ['NO-SUCH', 'a product that is not there'],
  ],
  'item-group': [['tide-mug', 'all colours of the mug']],
  category: [
    ['Kitchen', ''],
    ['Lighting', ''],
    ['Desk', ''],
    ['Garden', ''],
  ],
  currency: [['EUR', '']],
  datasources: [['google,trustpilot', 'reviews from elsewhere as well']],
};

/** The languages of the widgets, each by its own name. */
export const languages: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  ja: '日本語',
  ar: 'العربية',
};

/** Widths of the stage in CSS pixels: a small phone, a column, a tablet; 0 takes all the room there is. */
export const widths: readonly number[] = [320, 480, 768, 0];

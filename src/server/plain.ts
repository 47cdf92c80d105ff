/**
 * Controls for readers without JavaScript: links and a form that open the same fragment in another state. They are
 * inside `<noscript>`, so that nothing moves where scripts run.
 */
import { html, type TemplateResult } from 'lit';
import type { PlainState, RenderOrder } from '../../contract/rendering.ts';
import type { QueryOf } from '../../contract/shopper.ts';
import type { PlauditElement } from '../element/element.ts';
import type { Key } from '../locales/catalogue.ts';
import { cssText } from '../styles/css-text.ts';
import { star } from '../templates/star.ts';

type ListOperation = 'listProductReviews' | 'listReviews' | 'listProductQuestions' | 'listQuestions';

interface List {
  /** The operations that can supply the items; an element uses one of them. */
  readonly operations: readonly ListOperation[];
  /** Parameters that narrow the list to a state. */
  narrow(plain: PlainState): QueryOf<ListOperation>;
  /** Whether the list has filters for stars, photos and text. */
  readonly filters: boolean;
  /** Text key for the number of items. */
  readonly name: Key;
}

const start = (plain: PlainState) => ({ start: plain.start || null });

/** The elements that show a list. */
export const lists: Readonly<Record<string, List>> = {
  'plaudit-product-reviews': {
    operations: ['listProductReviews'],
    narrow: (plain) => ({
      ...start(plain),
      ratings: plain.rating && `${plain.rating}`,
      only_photos: plain.photos ? 1 : null,
      q: plain.text || null,
    }),
    filters: true,
    name: 'reviews',
  },
  'plaudit-review-list': { operations: ['listReviews'], narrow: start, filters: false, name: 'reviews' },
  'plaudit-questions': {
    operations: ['listProductQuestions', 'listQuestions'],
    narrow: start,
    filters: false,
    name: 'questions',
  },
};

/** Hides controls that need scripts, and shows texts that only scripts could unfold. */
export const plainStyle: string = cssText`
  :is(button, select, input, textarea, label, fieldset):not(.plain *, .frame, .line),
  form:not(.plain) {
    display: none;
  }
  .folded {
    display: block;
    overflow: visible;
  }
  .frame,
  .line {
    pointer-events: none;
  }
  .plain {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em 1em;
    padding: 0.75em 0;
  }
  .plain input,
  .plain button {
    width: auto;
    height: 2.6em;
    padding: 0 0.9em;
  }
  :host {
    min-height: 0 !important;
  }
  .plain a {
    display: inline-flex;
    align-items: center;
    min-width: 24px;
    min-height: 24px;
    color: inherit;
  }
  .plain [aria-current='true'] {
    font-weight: 700;
    text-decoration: none;
  }
`;

const everything: PlainState = { start: 0, rating: null, photos: false, text: '' };

const link = (href: string, current: boolean, text: unknown, label?: string): TemplateResult =>
  html`<a href=${href} aria-current=${current ? 'true' : 'false'} aria-label=${label ?? ''}>${text}</a>`;

export function renderFilters(
  element: PlauditElement,
  { attributes, plain, link: to }: RenderOrder,
  { filters }: List,
): TemplateResult | null {
  if (!filters) return null;
  const { t } = element;
  const first = { ...plain, start: 0 };
  const address = new URL(to(attributes, { ...first, text: '' }));
  const isNarrowed = plain.rating || plain.photos || plain.text;
  return html`<nav class="base plain" aria-label=${t('filter')}>
    ${[5, 4, 3, 2, 1].map((rating) => {
      const on = plain.rating === rating;
      return link(
        to(attributes, { ...first, rating: on ? null : rating }),
        on,
        [element.number(rating), star()],
        t('stars', { n: rating }),
      );
    })}
    ${link(to(attributes, { ...first, photos: !plain.photos }), plain.photos, t('photos'), t('photos'))}
    ${(['created', 'relevant'] as const).map((order) => {
      const name = t(order === 'created' ? 'newest' : 'relevant');
      return link(to({ ...attributes, order }, first), (attributes['order'] ?? 'created') === order, name, name);
    })}
    <form class="plain" method="get" action=${address.origin + address.pathname}>
      ${[...address.searchParams].map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
      <input type="search" name="plaudit-q" value=${plain.text}
          aria-label=${t('search')} /><button>${t('search')}</button>
    </form>
    ${isNarrowed ? link(to(attributes, everything), false, t('clear'), t('clear')) : null}
  </nav>`;
}

/** Number of linked pages before and after the open one, in addition to the first and the last. */
const AROUND = 2;
/** The default `page-size` of the elements. */
const PAGE_SIZE = 10;

export function renderPages(
  element: PlauditElement,
  { attributes, plain, link: to }: RenderOrder,
  { name }: List,
  total: number | null,
): TemplateResult | null {
  const size = Math.trunc(Number(attributes['page-size'])) || PAGE_SIZE;
  const here = Math.floor(plain.start / size);
  const last = total === null ? here : Math.ceil(total / size) - 1;
  if (last < 1) return null;
  const pages = Array.from({ length: last + 1 }, (_, page) => page).filter(
    (page) => page === 0 || page === last || Math.abs(page - here) <= AROUND,
  );
  return html`<nav class="base plain" aria-label=${element.t(name, { n: total ?? 0 })}>
    ${pages.map((page, index) => {
      const isAfterGap = index && page - pages[index - 1]! > 1;
      const address = to(attributes, { ...plain, start: page * size });
      return [isAfterGap ? '…' : null, link(address, page === here, element.number(page + 1))];
    })}
  </nav>`;
}

export const renderNoMatch = (element: PlauditElement): TemplateResult =>
  html`<div class="base"><p>${element.t('noMatch')}</p></div>`;

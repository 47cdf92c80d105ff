/** What Svelte's markup knows of the elements. */
import type {} from 'plaudit-elements/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

type Props = SvelteHTMLElements['plaudit-product-reviews'];

export const props: Props = {
  sku: 'DEMO-001',
  'page-size': '5',
  pageSize: 5,
  class: 'reviews',
  'onplaudit-ready': ({ detail }) => detail.total,
};
// @ts-expect-error -- a number, or its text
export const wrongValue: Props = { pageSize: true };
// @ts-expect-error -- no such detail
export const wrongDetail: Props = { 'onplaudit-ready': ({ detail }) => detail.vote };

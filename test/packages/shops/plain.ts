/** A page without a framework: what TypeScript knows of the elements. */
import 'plaudit-elements';
import type { EventDetails, ProductReviews } from 'plaudit-elements';
import { setDefaults, type PageDefaults } from 'plaudit-elements/defaults';
import 'plaudit-elements/stars';

const defaults: PageDefaults = { proxy: 'https://reviews.shop.example/' };
setDefaults(defaults);

const reviews: ProductReviews = document.createElement('plaudit-product-reviews');
reviews.sku = 'DEMO-001';
reviews.pageSize = 5;
// @ts-expect-error -- a number
reviews.pageSize = 'five';
document.querySelector('plaudit-stars')!.sku = null;
// @ts-expect-error -- no such property
document.querySelector('plaudit-stars')!.pageSize = 5;

const total = ({ total: count }: EventDetails['plaudit-ready']): number => count ?? 0;
reviews.addEventListener('plaudit-ready', ({ detail }) => total(detail));
// @ts-expect-error -- no such detail
reviews.addEventListener('plaudit-error', ({ detail }) => detail.total);

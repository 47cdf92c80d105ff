/** What Vue's templates know of the elements. */
import type {} from 'plaudit-elements/vue';
import type { GlobalComponents } from 'vue';

type Props = InstanceType<GlobalComponents['plaudit-product-reviews']>['$props'];

export const props: Props = {
  sku: 'DEMO-001',
  'page-size': '5',
  pageSize: 5,
  class: 'reviews',
  onPlauditReady: ({ detail }) => detail.total,
};
// @ts-expect-error -- a number, or its text
export const wrongValue: Props = { pageSize: true };
// @ts-expect-error -- no such detail
export const wrongDetail: Props = { onPlauditReady: ({ detail }) => detail.vote };

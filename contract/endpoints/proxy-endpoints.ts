/** The proxy's endpoints for shoppers: operations of the API, and at paths of their own those of the proxy alone. */
import { endpoints, type Endpoint } from './endpoints.ts';

export const shopperEndpoints = {
  ...endpoints,
  getTranslation: {
    method: 'GET',
    path: '/businesses/{business}/product/reviews/translation',
    sends: 'query',
    summary: 'A review of a product in another language',
  },
} as const satisfies Record<string, Endpoint>;

export type ShopperEndpointName = keyof typeof shopperEndpoints;

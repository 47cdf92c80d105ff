/** What shoppers can ask of a proxy: operations of the API, and at a path of its own what only the proxy has. */
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

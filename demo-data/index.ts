/** The data of the demo, held to their schemas as they are loaded. */
import authors from './authors.json' with { type: 'json' };
import catalogueFile from './catalogue.json' with { type: 'json' };
import morningFile from './morning.json' with { type: 'json' };
import otherStore from './other-store.json' with { type: 'json' };
import plantedFile from './planted.json' with { type: 'json' };
import productReviews from './product-reviews.json' with { type: 'json' };
import questions from './questions.json' with { type: 'json' };
import reviews from './reviews.json' with { type: 'json' };
import {
  business,
  catalogue,
  content,
  morning,
  planted,
  type DemoBusiness,
  type DemoData,
  type DemoProduct,
} from './types.ts';

export type * from './types.ts';
export const { missingImage, plantedEmail, plantedPhone, unbreakableWord } = planted.parse(plantedFile);

/** Beyond what is published. */
export const readMorning = () => morning.parse(morningFile);

/**
 * Everything in the demo, the same every time, and newly made at each call.
 * @throws ZodError that names the place in a file
 */
export function buildDemoData(): DemoData {
  return { businesses: [readDemoStore(), business.parse(otherStore)] };
}

function readDemoStore(): DemoBusiness {
  const { shop, products, currency, attributes } = catalogue.parse(catalogueFile);
  const { tagline: _, ...profile } = shop;
  const { authors: people, ...written } = content.parse({ authors, productReviews, reviews, ...questions });
  return {
    ...profile,
    authors: people,
    products: products.map((product): DemoProduct => ({
      ...product,
      currency,
      images: [product.sku],
      attributes: product.attributes.map((name) => ({
        name,
        type: 'select',
        required: false,
        options: attributes[name]!,
      })),
    })),
    ...written,
  };
}

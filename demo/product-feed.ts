/** The catalogue of the shop in Google's format. */
import { html } from './html.ts';
import { products, shop } from './shop.ts';
import catalogue from '../demo-data/catalogue.json' with { type: 'json' };

/** Nobody follows its links: wherever the demo runs, the feed is the same. */
const origin = `https://${catalogue.shop.domain}`;

const items = products.map(
  ({ sku, title, description, path, image, price, brand, mpn, itemGroup }) => html`<item>
      <g:id>${sku}</g:id>
      <title>${title}</title>
      <description>${description}</description>
      <link>${origin}${path}</link>
      <g:image_link>${origin}${image}</g:image_link>
      <g:price>${price.toFixed(2)} ${catalogue.currency}</g:price>
      <g:brand>${brand}</g:brand>
      <g:mpn>${mpn}</g:mpn>${itemGroup && html`<g:item_group_id>${itemGroup}</g:item_group_id>`}
    </item>
    `,
);

export const productFeed = (): string => `<?xml version="1.0" encoding="UTF-8"?>
${
  html`<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
  <channel>
    <title>${shop.name}</title>
    <link>${origin}/</link>
    <description>${shop.tagline}</description>
    ${items}
  </channel>
</rss>`.markup
}
`;

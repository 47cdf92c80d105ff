/** What the service is measured against: `node:http` and one prepared statement, answering the same bytes and no more. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { formatDateTime, formatRfc } from '../../../contract/entities/dates.ts';
import { average } from '../../../review-store/content/rows.ts';
import { answerForCpu } from './side.ts';

const data = new DatabaseSync(join(process.argv[2]!, 'reviews.sqlite'), { readOnly: true });
data.exec('pragma cache_size = -65536');
const reviews = data.prepare(`
  select r.*, a.username, a.first_name, a.last_name, a.thumbnail, a.profile_page, a.num_reviews as author_reviews, a.num_helpful_votes,
    p.sku, p.item_group, p.gtin, p.mpn, p.brand, p.title as product_title, p.description, p.categories, p.price, p.retail_price, p.currency, p.product_link, p.images as product_images,
    p.attributes as product_attributes, p.num_reviews, p.rating_sum, p.created_at as product_created
  from product_review r
  join author a on a.business_id = r.business_id and a.id = r.author_id
  join product p on p.business_id = r.business_id and p.id = r.product_id
  where r.business_id = 1 and r.state = 1 and r.product_id = 7
  order by r.created_at desc, r.id desc limit 10`);

const server = createServer((_request, response) => {
  const rows = reviews.all() as Record<string, never>[];
  const product_reviews = rows.map((row) => ({
    id: row['id'],
    title: row['title'],
    content: row['content'],
    rating: row['rating'],
    order_id: row['order_id'],
    user: {
      username: row['username'],
      firstName: row['first_name'],
      lastName: row['last_name'],
      thumbnail: row['thumbnail'],
      profilePage: row['profile_page'],
      numReviews: row['author_reviews'],
      numHelpfulVotes: row['num_helpful_votes'],
      email: null,
      user_photo: null,
    },
    user_location: row['user_location'],
    attributes: JSON.parse(row['attributes']!),
    images: JSON.parse(row['images']!),
    solicited: row['solicited'] ? 'Yes' : 'No',
    verified: row['verified'] === 1,
    incentivised: row['incentivised'],
    votes: row['positive_votes']! + row['negative_votes']!,
    num_positive_votes: row['positive_votes'],
    num_negative_votes: row['negative_votes'],
    published: formatDateTime(row['published_at']!),
    publishedRFC: formatRfc(row['published_at']!),
    created: formatDateTime(row['created_at']!),
    createdRFC: formatRfc(row['created_at']!),
    product: {
      id: row['product_id'],
      sku: row['sku'],
      item_group: row['item_group'],
      gtin: row['gtin'],
      mpn: row['mpn'],
      brand: row['brand'],
      title: row['product_title'],
      description: row['description'],
      categories: (JSON.parse(row['categories']!) as string[]).map((category_name) => ({ category_name })),
      price: row['price'],
      retail_price: row['retail_price'],
      currency: row['currency'],
      product_link: `http://bench.example${String(row['product_link'])}`,
      images: JSON.parse(row['product_images']!),
      attributes: JSON.parse(row['product_attributes']!),
      num_reviews: row['num_reviews'],
      average_rating: average(row['rating_sum']!, row['num_reviews']!),
      created: formatDateTime(row['product_created']!),
      createdRFC: formatRfc(row['product_created']!),
    },
    removedRFC: null,
  }));
  const body = Buffer.from(
    JSON.stringify({ product_reviews, count: rows.length, start: 0, query: '', status: 'OK', success: true }),
  );
  response
    .writeHead(200, {
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
    })
    .end(body);
});
server.listen(0, '127.0.0.1', () => answerForCpu(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));

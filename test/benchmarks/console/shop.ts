/** A shop for the console: 100,000 reviews of products, 60,000 of them of one, 1,000 held, and 5,000 of the shop. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { benchData } from '../service/data.ts';

const REVIEWS = 100_000;

/** @returns the data directory, below the given one. */
export async function consoleShop(directory: string): Promise<string> {
  const copy = join(directory, 'service');
  cpSync(await benchData(REVIEWS), copy, { recursive: true });
  const data = new DatabaseSync(join(copy, 'reviews.sqlite'));
  data.exec('pragma synchronous = off; pragma cache_size = -400000; begin');
  // The columns of the full-text index stay as they are.
  data.exec(`
    update product_review set
      product_id = iif(id % 5 < 3, 1, product_id),
      state = iif(id % 100 = 0, 0, iif(id % 40 = 1, 2, 1)),
      has_photos = id % 4 = 0, images = iif(id % 4 = 0, '[{"url":"/images/none.jpg","caption":""}]', '[]'),
      verified = id % 2, solicited = id % 2, order_id = iif(id % 2, 'O-' || id, null),
      reply = iif(id % 3 = 0, 'Thank you for your words.', null), reply_created_at = iif(id % 3 = 0, created_at, null),
      collected_by = iif(id % 7 = 0, 'Judge.me', null);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000)
    insert into review (business_id, id, author_id, state, title, content, ratings, images, datasource, labels, search_text, created_at, published_at)
    select 1, i, 1 + i % 10000, iif(i % 100 = 0, 0, 1), 'Shop review ' || i, 'It came at once, and as on the pictures.',
      '[{"type":"overall","rating":' || (1 + i % 5) || '}]', '[]', '', '[]',
      char(57344) || '1 shop review ' || i || ' it came at once and as on the pictures', 1700000000000 + i * 20000, 1700000000000 + i * 20000 from n;
    insert into id_sequence (name, last) values ('review', 5000) on conflict (name) do update set last = excluded.last;
    insert into review_flag (id, business_id, review_id, of_product, account_id, reason, message, created_at)
      select 'flag-' || id, 1, id, 1, (select id from account limit 1), 'spam', 'Look at this', created_at
      from product_review where id % 500 = 3;
    update product set (num_reviews, rating_sum, one, two, three, four, five) = (
      select count(*), coalesce(sum(rating), 0), coalesce(sum(rating = 1), 0), coalesce(sum(rating = 2), 0), coalesce(sum(rating = 3), 0),
        coalesce(sum(rating = 4), 0), coalesce(sum(rating = 5), 0)
      from product_review where business_id = 1 and product_id = product.id and state = 1);
  `);
  data.exec('commit; analyze; pragma wal_checkpoint(truncate)');
  data.close();
  return copy;
}

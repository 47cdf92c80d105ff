/** A service's data with as many product reviews as asked for; built once, and kept in the system's temporary directory. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '../../../review-service/people/accounts/clients.ts';
import { addAccount } from '../../../review-service/people/accounts/accounts.ts';
import { addToken } from '../../../review-service/people/accounts/user-tokens.ts';
import { openServiceDatabase } from '../../../review-service/database.ts';
import { hashPassword } from '../../../review-service/people/accounts/passwords.ts';
import { serviceMigrations } from '../../../review-service/data/migrations/index.ts';
import { storeMigrations } from '../../../review-store/migrations/index.ts';

export const shop = 'bench.example';
export const clientToken = 'bench-client';
/** So many that the limits of no one of them are met. */
export const TOKENS = 2_000;
export const tokenOf = (index: number): string => `bench-token-${index % TOKENS}`;
/** As many at every size unless told otherwise, so that sizes differ in reviews alone. */
const PRODUCTS = 1_000;
export const account = { email: 'owner@bench.example', password: 'a password of the bench' } as const;

/** @returns the data directory. */
export async function benchData(rows: number, products = PRODUCTS): Promise<string> {
  const versions = [storeMigrations, serviceMigrations].map((migrations) => Object.keys(migrations).length);
  const directory = join(tmpdir(), ['plaudit-bench-service', ...versions, rows, products].join('-'));
  if (existsSync(directory)) return directory;
  console.log(`Building ${rows.toLocaleString('en')} product reviews in ${directory} …`);
  const partial = `${directory}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial);
  await addAccess(partial);
  fill(join(partial, 'reviews.sqlite'), rows, products);
  renameSync(partial, directory);
  return directory;
}

async function addAccess(directory: string): Promise<void> {
  const db = await openServiceDatabase({ directory });
  const now = Date.now();
  await db.transaction().execute(async (transaction) => {
    const passwordHash = await hashPassword(account.password);
    const owner = await addAccount(transaction, { business: shop, email: account.email, passwordHash, now });
    await createClient(transaction, 'bench', now, clientToken);
    const YEARS = 10 * 365 * 86_400_000;
    for (let index = 0; index < TOKENS; index++) await addToken(transaction, owner, tokenOf(index), now, now + YEARS);
  });
  await db.destroy();
}

/** By SQL alone, with the counters and the search index made at the end: an hour of single inserts in a minute. */
function fill(file: string, rows: number, products: number): void {
  const data = new DatabaseSync(file);
  data.exec('pragma synchronous = off; pragma cache_size = -400000');
  data.exec('drop trigger product_review_search_insert');
  data.exec('begin');
  data.exec(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${products})
    insert into product (business_id, id, sku, item_group, brand, title, description, categories, price, currency, product_link, images, attributes, search_text, created_at)
    select 1, i, 'S-' || i, 'group ' || (i % 100), 'Brand ' || (i % 20), 'Product number ' || i, 'A thing that people review', '["Category ' || (i % 10) || '"]', i, 'EUR', '/products/' || i, '[]', '[]', char(57344) || '1 product number ' || i, 1700000000000 from n;
    insert into product_category (business_id, product_id, name) select 1, id, 'Category ' || (id % 10) from product;
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 10000)
    insert into author (business_id, id, username, first_name, last_name, thumbnail, profile_page, num_reviews) select 1, i, 'shopper-' || i, 'Shopper', 'S', '', '', 100 from n;
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows})
    insert into product_review (business_id, id, product_id, author_id, state, title, content, rating, order_id, attributes, images, relevance, search_text, created_at, published_at)
    select 1, i, 1 + (i * 7919) % ${products}, 1 + (i * 104729) % 10000, 1, 'Review number ' || i, 'It does what it should, and looks as good as on the pictures. Word' || (i % 50000) || ' says it all.', 1 + (i * 31) % 5, null, '[]', '[]', i / 100,
      char(57344) || '1 review number ' || i || ' it does what should and looks as good on the pictures word' || (i % 50000) || ' says all', 1700000000000 + i * 1000, 1700000000000 + i * 1000 from n;
    insert into id_sequence (name, last) values ('product_review', ${rows}), ('product', ${products}), ('author', 10000) on conflict (name) do update set last = excluded.last;
    update product set (num_reviews, rating_sum, one, two, three, four, five) = (
      select count(*), sum(rating), sum(rating = 1), sum(rating = 2), sum(rating = 3), sum(rating = 4), sum(rating = 5) from product_review where business_id = 1 and product_id = product.id and state = 1);
    insert into product_rating select 1, 'business', sum(num_reviews), sum(rating_sum), sum(one), sum(two), sum(three), sum(four), sum(five) from product;
    update product_category set score = 4;
  `);
  data.exec(`insert into product_review_search (product_review_search) values ('rebuild')`);
  data.exec(
    `create trigger product_review_search_insert after insert on product_review begin insert into product_review_search (rowid, search_text) values (new.row_id, new.search_text); end`,
  );
  data.exec('commit');
  data.exec('analyze; pragma wal_checkpoint(truncate)');
  data.close();
}

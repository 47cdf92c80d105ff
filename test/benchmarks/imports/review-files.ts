/** Exports of Judge.me of any length, as files: each is written piece by piece. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const columns =
  'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location';
/** Pieces of this many reviews are written at once. */
const AT_ONCE = 1_000;

const rowOf = (n: number, products: number): string =>
  [
    `Review number ${n}`,
    `"It does what it should, and looks as good as on the pictures. Word${n % 50_000} says it all."`,
    1 + ((n * 31) % 5),
    `2024-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')} 10:00:00 UTC`,
    'email',
    n % 50 === 0 ? 'spam' : 'ok',
    `Shopper${n} Smith`,
    `shopper-${n}@mail.example`,
    '',
    `S-${1 + ((n * 7_919) % products)}`,
    ...(n % 10 === 0 ? ['Thank you', '2024-12-30 10:00:00 UTC'] : ['', '']),
    '',
    '192.0.2.1',
    'AT',
  ].join(',');

/** Reviews of products whose skus are S-1 and so on. */
export async function writeReviews(file: string, reviews: number, products: number): Promise<void> {
  const out = createWriteStream(file);
  out.write(`${columns}\n`);
  for (let start = 0; start < reviews; start += AT_ONCE) {
    const count = Math.min(AT_ONCE, reviews - start);
    const piece = Array.from({ length: count }, (_none, n) => `${rowOf(start + n, products)}\n`).join('');
    if (!out.write(piece)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
}

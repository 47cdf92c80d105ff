/** What looks like a flood to the proxy of `plaudit start` waits in the inbox, and the owners are told. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { OwnShop } from '../support/own-shop.ts';
import { withPlainSqlite } from '../support/plain-database.ts';
import { partOf, until } from '../support/smtp.ts';

const same = 'Nothing of what I ordered has ever come, and nobody answers the telephone. Buy from somebody else.';

test('what looks like a flood waits at the service, and the mail to the owner says why', async () => {
  await using own = await OwnShop.open(['TEA-1,Green tea']);
  const send = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ sku: 'TEA-1', content: same, ...fields });
    const { status } = await fetch(`${own.url}/v1/businesses/-/product/${path}`, { method: 'POST', body });
    assert.ok(status === 200 || status === 202, `${status}`);
  };
  await send('reviews/add', { title: 'My parcel', rating: '1', user_name: 'Jane Doe' });
  await send('reviews/add', { title: 'My parcel, too', rating: '1', user_name: 'John Roe' });
  const held = () => own.run(['reviews', 'list', '--state', 'held', '--data', join(own.folder, 'data')]);
  await until('it waits at the service', () => held().includes('My parcel, too'));
  const queue = own.run(['proxy', 'queue', 'list', '--data', join(own.folder, 'data')]);
  assert.match(queue, /^0 in the queue/);
  // An hour passes.
  await own.restart(() =>
    withPlainSqlite(join(own.folder, 'data', 'service', 'reviews.sqlite'), async (db) => {
      await sql`update product_review set created_at = created_at - 3600000`.execute(db);
    }),
  );
  await until('the owner is told', () => own.mails.length > 0);
  const text = partOf({ raw: own.mails[0]! }, 'text/plain').replaceAll('\r\n', '\n');
  for (const part of [
    'Your shop: 1 review waits for you',
    'Review of Green tea (TEA-1) · John R · ',
    `> My parcel, too\n> ${same}\n`,
    'because it says nearly the same as others',
  ])
    assert.ok(text.includes(part), `${part}\n---\n${text}`);
});

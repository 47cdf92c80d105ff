/** A set-up that was broken off is entered again, and says what is missing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkOfRunning } from '../../review-service/console/setup/link.ts';
import { openServiceDatabase } from '../../review-service/database.ts';
import { setSchedule } from '../../review-service/care/backups/schedule.ts';
import type { Choices } from '../../review-service/console/setup/set-up.ts';
import { nextSetUp, SetUpBrowser, typedShop, withSetUp, type SetUpSettings } from '../support/set-up.ts';

/** As another process makes it. */
async function newLink(directory: string): Promise<string> {
  await using db = await openServiceDatabase({ directory });
  const made = await linkOfRunning(db);
  return 'link' in made ? made.link : made.none;
}

test('the set-up of a shop that has an owner is entered again, with the password, until nothing of it is undone', async () => {
  const data = nextSetUp();
  const kept: Choices[] = [];
  let directory = '';
  await withSetUp(
    async (started) => {
      ({ directory } = started);
      await started.browser().send(typedShop);
    },
    { data, kept },
  );

  await withSetUp(
    async ({ service }) => {
      assert.equal(service.setUpLink, null);
      const earlier = await newLink(directory);
      const link = await newLink(directory);
      assert.equal(
        (await new SetUpBrowser(earlier).open()).status,
        404,
        'a new link takes the place of an earlier one',
      );
      const owner = await new SetUpBrowser(link).open();
      assert.match(owner.text, /Go on with the set-up/);
      assert.ok(!owner.text.includes(typedShop.email), 'whoever has the link alone learns no address');
      await owner.send({ password: 'something else' });
      assert.deepEqual([owner.status, owner.cookie], [401, '']);
      assert.match(owner.text, /This is not the password of the owner/);
      await owner.send({ password: typedShop.password });
      assert.match(owner.url, /\/websites$/);
      assert.match(owner.text, /https:\/\/tea-shop\.example\nhttps:\/\/www\.tea-shop\.example<\/textarea>/);
      const other = await new SetUpBrowser(link).send({ password: typedShop.password });
      assert.equal(other.status, 404, 'the link works once');

      owner.url = new URL('products', owner.url).href;
      const file = new FormData();
      file.set('file', new Blob(['sku,title\nTEA-1,Green tea\n']), 'products.csv');
      await owner.send(file);
      assert.match(owner.text, /1 products: 1 added/);
      assert.equal(await newLinkWorks(directory), true, 'nobody has seen what is to be pasted');
      const end = await finish(owner);
      assert.match(
        end,
        /What is missing[\s\S]*Nobody gets mail[\s\S]*plaudit backup --every 24h --keep 10 --data &#39;the data directory&#39;</,
      );
      assert.doesNotMatch(end, /There are no products yet/);
    },
    { data, kept },
  );

  const whole: SetUpSettings = { smtpUrl: 'smtp://127.0.0.1:1', publicUrl: 'https://feedback.tea-shop.example' };
  await withSetUp(
    async () => {
      await using db = await openServiceDatabase({ directory });
      assert.equal(await newLinkWorks(directory), true, 'nothing is backed up');
      await setSchedule(db, { every: 3_600_000, keep: 2, directory });
      assert.equal(await newLink(directory), 'nothing is undone');
    },
    { data, kept, ...whole },
  );
  assert.equal(await newLink(directory), 'nothing runs');
});

const newLinkWorks = async (directory: string): Promise<boolean> => (await newLink(directory)).startsWith('http');

async function finish(owner: SetUpBrowser): Promise<string> {
  const answer = await fetch(new URL('finish', owner.url), {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', cookie: owner.cookie },
  });
  return answer.text();
}

test('the snippets have every element, with gaps between them', () =>
  withSetUp(async ({ browser }) => {
    const owner = await browser().send(typedShop);
    const end = await finish(owner);
    for (const tag of [
      'stars',
      'star-summary',
      'product-reviews',
      'review-form',
      'questions',
      'transparency',
      'review-list',
      'write-review',
      'top-rated',
      'edit-review',
    ])
      assert.match(end, new RegExp(`&#60;plaudit-${tag}[ &]`), tag);
    assert.equal(end.match(/gap: 2rem/g)!.length, 2);
    assert.match(end, /There are no products yet/);
  }));

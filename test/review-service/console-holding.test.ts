/** Settings → Holding: what waits, and what the inbox, the page and the command say of why it does. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { showByCommand } from '../../review-service/content/moderation/show.ts';
import { saveContent } from '../support/content.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';

const shop = 'a.example';
const HOLDING = '/console/settings/holding';

onSqliteFirst((place) => {
  let service: TestService;
  let owner: ConsoleBrowser;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [{ id: 1, sku: 'MUG' }],
        productQuestions: [{ id: 1, content: 'Is it heavy?', product: { sku: 'MUG' } }],
      }),
    );
    owner = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`);
  });
  after(() => service.stop());

  const choose = async (hold: string) => {
    await owner.open(HOLDING);
    assert.match(owner.text, /Never by stars/);
    await owner.send(HOLDING, { hold });
    assert.ok(owner.text.includes('Saved.') && owner.text.includes(`value="${hold}" selected`), owner.text);
  };
  const write = async (email: string, content = 'It came chipped', more: Record<string, string> = {}) => {
    const form = { sku: 'MUG', title: 'Chipped', content, rating: 1, first_name: 'Jane', email, ...more };
    return (await service.ok('addProductReview', shop, { form })).product_review;
  };
  const states = async (...writing: (() => ReturnType<typeof write>)[]) => {
    const made: boolean[] = [];
    for (const one of writing) made.push((await one()).published === 'pending');
    return made;
  };
  const inbox = async () =>
    (await owner.open('/console/inbox')).text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');

  test('by default nothing waits; all, first reviews and those with links do where the shop says so', async () => {
    await owner.open(HOLDING);
    assert.match(owner.text, /value="none" selected/);
    const link = 'Cheaper at https://deals.example today';
    const clean = 'Write to me@gmail.com. It is 1.5 l, see p.3. Great.It works';
    assert.deepEqual(await states(() => write('ann@x.example', link)), [false]);
    await choose('links');
    assert.deepEqual(
      await states(
        () => write('ann@x.example', link),
        () => write('ann@x.example', 'Go to cheap-mugs.com/now'),
        () => write('new@x.example', clean),
      ),
      [true, true, false],
    );
    await choose('first');
    assert.deepEqual(
      await states(
        () => write('ann@x.example', link),
        () => write('bob@x.example'),
        () => write('bob@x.example', 'The second does not slip past the first'),
      ),
      [false, true, true],
    );
    await choose('all');
    assert.deepEqual(await states(() => write('ann@x.example')), [true]);
    await choose('none');
    assert.deepEqual(await states(() => write('cy@x.example')), [false]);
    assert.equal((await owner.send(HOLDING, { hold: 'stars' })).status, 404);
  });

  test('each says why it waits, in the inbox, on its page, in the command and in its history', async () => {
    await choose('first');
    const first = await write('dan@x.example', 'Look at www.deals.example');
    await choose('links');
    const linked = await write('dan@x.example', 'Look at www.deals.example');
    await choose('none');
    const ours = await write('ann@x.example', 'Odd', { hold: 'looks odd to us' });
    const said = await inbox();
    for (const why of ['held: first review, has a link', 'held: has a link', 'held: looks odd to us'])
      assert.ok(said.includes(why), `${why}\n${said}`);
    const page = await owner.open(`/console/reviews/${first.id}`);
    assert.match(page.text, /held: first review, has a link/);
    assert.match(page.text, /class="soft">first review</);
    for (const [review, reason] of [
      [first, 'the first review of its author'],
      [linked, 'it has a link'],
      [ours, 'looks odd to us'],
    ] as const) {
      const name = { kind: 'product', number: review.id } as const;
      const shown = await service.withDatabase((db) => showByCommand(db, shop, name));
      assert.equal(shown.reason, reason);
    }
  });

  test('an answer that waits brings its question into the inbox until somebody decides', async () => {
    await choose('links');
    const form = { question_id: '1', content: 'See www.deals.example', first_name: 'Bo' };
    await service.ok('answerProductQuestion', shop, { form: { question_id: '1', content: 'No', first_name: 'Al' } });
    const { product_answer: answer } = await service.ok('answerProductQuestion', shop, { form });
    assert.match(await inbox(), /held answer: has a link/);
    const page = await owner.open('/console/questions/1');
    assert.match(page.text, /held: has a link/);
    const revision = /name="revision" value="([^"]*)"/.exec(page.text)![1]!.replaceAll('&#43;', '+');
    await owner.send('/console/questions/1/publish-answer', { revision, answer: String(answer!.id) });
    const act = /name="act" value="([^"]*)"/.exec(owner.text)![1]!;
    assert.doesNotMatch(await inbox(), /held answer/);
    await owner.send('/console/undo', { act, back: '/inbox' });
    assert.match(await inbox(), /held answer: has a link/);
    await choose('none');
  });
});

/** Who may do what at the console: each page against each role. A page that is missing here fails this test. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { declarePages } from '../../review-service/console/routes.ts';
import type { Service } from '../../review-service/context.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { saveContent } from '../support/content.ts';
import { onEveryDatabase, password, TestService } from '../support/review-service.ts';

/** The lowest role of each page. */
const pages: Readonly<Record<string, 'moderator' | 'owner'>> = {
  'GET ': 'moderator',
  'GET /settings': 'moderator',
  'POST /business': 'moderator',
  'GET /*': 'moderator',
  'POST /*': 'moderator',
  'GET /settings/sign-in': 'moderator',
  'POST /settings/sign-in/end': 'moderator',
  'POST /settings/sign-in/end-all': 'moderator',
  'POST /settings/sign-in/keys': 'moderator',
  'POST /settings/sign-in/password': 'moderator',
  'GET /settings/sign-in/codes': 'moderator',
  'POST /settings/sign-in/codes/on': 'moderator',
  'POST /settings/sign-in/codes/off': 'moderator',
  'POST /settings/sign-in/codes/renew': 'moderator',
  'GET /settings/team': 'owner',
  'GET /settings/who-did-what': 'owner',
  'POST /settings/team/invite': 'owner',
  'POST /settings/team/withdraw': 'owner',
  'GET /settings/team/:id': 'owner',
  'POST /settings/team/:id/role': 'owner',
  'POST /settings/team/:id/remove': 'owner',
  'GET /settings/holding': 'owner',
  'POST /settings/holding': 'owner',
  'GET /settings/mails': 'owner',
  'POST /settings/mails': 'owner',
  'GET /inbox': 'moderator',
  'GET /inbox/count': 'moderator',
  'GET /refused/:number': 'moderator',
  'POST /refused/:number/delete': 'moderator',
  'GET /reviews': 'moderator',
  'POST /reviews/publish': 'moderator',
  'POST /reviews/hide': 'moderator',
  'GET /questions': 'moderator',
  'GET /reviews/:number': 'moderator',
  'POST /reviews/:number/publish': 'moderator',
  'POST /reviews/:number/hide': 'moderator',
  'POST /reviews/:number/reply': 'moderator',
  'GET /reviews/:number/photo/:at': 'moderator',
  'POST /reviews/:number/message': 'moderator',
  'POST /reviews/:number/hide-photo': 'moderator',
  'POST /reviews/:number/publish-photo': 'moderator',
  'POST /reviews/:number/preview': 'moderator',
  'POST /reviews/:number/save-reply': 'moderator',
  'POST /reviews/:number/remove-reply': 'moderator',
  'POST /reviews/:number/close-reports': 'moderator',
  'POST /reviews/:number/move': 'moderator',
  'POST /reviews/:number/later': 'moderator',
  'GET /shop-reviews/:number': 'moderator',
  'POST /shop-reviews/:number/publish': 'moderator',
  'POST /shop-reviews/:number/hide': 'moderator',
  'POST /shop-reviews/:number/reply': 'moderator',
  'GET /shop-reviews/:number/photo/:at': 'moderator',
  'POST /shop-reviews/:number/message': 'moderator',
  'POST /shop-reviews/:number/hide-photo': 'moderator',
  'POST /shop-reviews/:number/publish-photo': 'moderator',
  'POST /shop-reviews/:number/preview': 'moderator',
  'POST /shop-reviews/:number/save-reply': 'moderator',
  'POST /shop-reviews/:number/remove-reply': 'moderator',
  'POST /shop-reviews/:number/close-reports': 'moderator',
  'POST /shop-reviews/:number/later': 'moderator',
  'GET /questions/:number': 'moderator',
  'POST /questions/:number/answer': 'moderator',
  'POST /questions/:number/publish': 'moderator',
  'POST /questions/:number/hide': 'moderator',
  'POST /questions/:number/publish-answer': 'moderator',
  'POST /questions/:number/hide-answer': 'moderator',
  'POST /questions/:number/later': 'moderator',
  'GET /shop-questions/:number': 'moderator',
  'POST /shop-questions/:number/answer': 'moderator',
  'POST /shop-questions/:number/publish': 'moderator',
  'POST /shop-questions/:number/hide': 'moderator',
  'POST /shop-questions/:number/later': 'moderator',
  'GET /products': 'moderator',
  'GET /products/*': 'moderator',
  'POST /products/rename': 'owner',
  'POST /products/merge': 'owner',
  'GET /settings/privacy': 'owner',
  'GET /people/:id': 'owner',
  'GET /people/:id/file': 'owner',
  'POST /people/:id/erase': 'owner',
  'POST /undo': 'moderator',
  'GET /settings/shop': 'owner',
  'POST /settings/shop': 'owner',
  'GET /settings/websites': 'owner',
  'POST /settings/websites': 'owner',
  'GET /settings/snippet': 'owner',
  'GET /settings/tools.js': 'owner',
  'GET /settings/look': 'owner',
  'POST /settings/look': 'owner',
  'GET /settings/catalogue': 'owner',
  'POST /settings/catalogue': 'owner',
  'POST /settings/catalogue/read': 'owner',
  'POST /inbox/later': 'owner',
  'POST /requests/mail/reminders': 'owner',
  'GET /requests': 'owner',
  'POST /requests/remind': 'owner',
  'POST /requests/undo': 'owner',
  'GET /requests/new': 'owner',
  'POST /requests/new': 'owner',
  'POST /requests/check': 'owner',
  'POST /requests/send': 'owner',
  'GET /requests/mail': 'owner',
  'GET /requests/mail/shown': 'owner',
  'POST /requests/mail/test': 'owner',
  'GET /requests/qr': 'owner',
  'GET /insights': 'moderator',
  'GET /insights/:file': 'moderator',
  'GET /settings/policy': 'owner',
  'POST /settings/policy': 'owner',
  'GET /settings/risk-sheet': 'owner',
  'GET /import': 'owner',
  'POST /import': 'owner',
  'GET /import/file': 'owner',
  'POST /import/file': 'owner',
  'POST /import/file/take': 'owner',
  'POST /import/file/drop': 'owner',
  'GET /import/:number': 'owner',
  'GET /import/:number/account': 'owner',
  'POST /import/:number/undo': 'owner',
  'POST /import/:number/later': 'owner',
  'POST /export': 'owner',
  'POST /reviews/export': 'owner',
};

test('every page of the console is in this table, with its role', () => {
  const declared: Record<string, string> = {};
  declarePages((method, path, role) => (declared[`${method} ${path}`] = role), {} as Service);
  assert.deepEqual(declared, pages);
});

onEveryDatabase((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account('a.example');
    await service.moderator('a.example', 'moderator@a.example');
  });
  after(() => service.stop());

  const signedIn = new Map<string, ConsoleBrowser>();
  const ask = async (page: string, email: string | null) => {
    const someone = signedIn.get(email ?? '') ?? new ConsoleBrowser(service.url);
    if (email !== null && !signedIn.has(email)) signedIn.set(email, await someone.signIn(email));
    // Some of these end the session.
    if (/^POST \S*(?:sign|password|codes)/.test(page)) signedIn.clear();
    const [method = '', path = ''] = page.split(' ');
    const address = `/console${path.replace('*', 'none').replace(/:\w+/g, '1')}`;
    if (method === 'GET') await someone.open(address, { follow: false });
    else await someone.send(address, {}, { follow: false });
    return someone;
  };

  for (const [page, lowest] of Object.entries(pages)) {
    test(`${page}: nobody, a moderator, an owner`, async () => {
      const nobody = await ask(page, null);
      assert.equal(nobody.status, 303);
      assert.match(nobody.location!, /^\/console\/sign-in/);
      const moderator = await ask(page, 'moderator@a.example');
      assert.equal(moderator.status === 403, lowest === 'owner', `a moderator gets ${moderator.status}`);
      assert.doesNotMatch(moderator.location ?? '', /^\/console\/sign-in\?next/);
      const owner = await ask(page, 'owner@a.example');
      assert.notEqual(owner.status, 403);
    });
  }

  test('an address with NUL, which no text of PostgreSQL holds, is that of nothing', async () => {
    const owner = await new ConsoleBrowser(service.url).signIn('owner@a.example');
    for (const page of Object.keys(pages)) {
      const [, path] = /^GET (.*[:*].*)$/.exec(page) ?? [];
      if (path === undefined) continue;
      await owner.open(`/console${path.replace(/:\w+|\*/g, '1%00')}`, { follow: false });
      assert.equal(owner.status, 404, page);
    }
  });

  test('what a moderator may not do is not linked', async () => {
    const moderator = await new ConsoleBrowser(service.url).signIn('moderator@a.example', password);
    for (const [, path] of moderator.text.matchAll(/href="(\/console[^"?]*)"/g)) {
      if (path!.endsWith('.css')) continue;
      await moderator.open(path!);
      assert.equal(moderator.status, 200, path);
    }
  });

  test('no page that leads on to another shows a moderator an address, an order or a place of a customer', async () => {
    const planted = ['zenobia.quill@customers.example', 'ORDER-77-QX', 'Trondheim-upon-Nid'];
    const [email, order_id, user_location] = planted;
    const author = { username: 'zenobia', firstName: 'Zenobia', lastName: 'Q', email };
    const written = { content: 'Sound', order_id, user_location };
    await service.withDatabase((db) =>
      saveContent(db, 'a.example', {
        products: [{ id: 7, sku: 'MUG', title: 'Mug' }],
        productReviews: [
          { ...written, id: 7, product: { sku: 'MUG' }, user: author, solicited: 1 },
          { ...written, id: 8, product: { sku: 'MUG' }, user: author, rating: 1, published: 'pending' },
        ],
        reviews: [{ ...written, reviewNo: 7, author, source: 'SOLICITED', updated_for: { ...written, reviewNo: 8 } }],
        productQuestions: [{ id: 7, product: { sku: 'MUG' }, author }],
        questions: [{ id: 7, author }],
      }),
    );
    const token = await service.logIn('owner@a.example');
    await service.ok('sendMessage', 'a.example', { token, form: { review_no: 7, subject: 'Yours', body: 'Hello' } });
    const seenBy = async (person: string) => {
      const someone = await new ConsoleBrowser(service.url).signIn(person);
      const found = new Set(['/console']);
      const shown: { readonly path: string; readonly text: string }[] = [];
      for (const path of found) {
        await someone.open(path);
        shown.push({ path, text: someone.text });
        for (const [, link] of someone.text.matchAll(/href="(\/console[^"#]*)"/g))
          found.add(link!.replaceAll('&#38;', '&').replaceAll('&#39;', "'"));
        assert.ok(found.size < 1_000);
      }
      return shown;
    };
    const pagesOfModerator = await seenBy('moderator@a.example');
    for (const { path, text } of pagesOfModerator)
      for (const secret of planted) assert.ok(!text.includes(secret), `${path} shows ${secret}`);
    for (const item of [
      '/console/reviews/7',
      '/console/shop-reviews/7',
      '/console/questions/7',
      '/console/products/MUG',
    ])
      assert.ok(
        pagesOfModerator.some(({ path }) => path.startsWith(item)),
        item,
      );
    const owners = await seenBy('owner@a.example');
    for (const secret of planted)
      assert.ok(
        owners.some(({ text }) => text.includes(secret)),
        `the owner sees ${secret}`,
      );
  });
});

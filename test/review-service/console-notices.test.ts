/** What the people of a shop are mailed at once or once a day, and the links in these mails, which work once. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { saveContent } from '../support/content.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { addOwner, onSqliteFirst, TestService } from '../support/review-service.ts';
import { headerOf, partOf, TestMailServer } from '../support/smtp.ts';

const shop = 'a.example';
const owner = `owner@${shop}`;
const moderator = `moderator@${shop}`;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MAILS = '/console/settings/mails';

onSqliteFirst((place) => {
  let mails: TestMailServer;
  let service: TestService;
  before(async () => {
    mails = await new TestMailServer().start();
    service = await new TestService(await place(), { smtpUrl: mails.url, publicUrl: 'http://console.example' }).start();
    service.token = await service.account(shop);
    await service.withDatabase(async (db) => {
      await saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }] });
      await addOwner(db, { business: shop, email: moderator });
      const { id } = await db
        .selectFrom('account')
        .select('id')
        .where('email', '=', moderator)
        .executeTakeFirstOrThrow();
      await db.updateTable('account_business').set({ role: 'moderator' }).where('account_id', '=', id).execute();
    });
  });
  after(async () => {
    await service.stop();
    await mails.stop();
  });
  beforeEach(() => void mails.received.splice(0));

  const write = async (rating: number, more: Record<string, string> = {}) => {
    const form = { sku: 'MUG', title: 'Chipped', content: 'It came chipped', rating, first_name: 'Jane', ...more };
    return (await service.ok('addProductReview', shop, { form })).product_review.id;
  };
  const mailsTo = (address: string) => mails.received.filter(({ to }) => to.includes(address));
  const subjects = () => mailsTo(owner).map((mail) => headerOf(mail, 'Subject')!.replace(/^[^:]*: /, ''));
  const told = async (count = 1) => {
    await service.clock.passUntil(
      'it is told',
      () => mailsTo(owner).length >= count && mailsTo(moderator).length >= count,
    );
    await service.clock.passUntil('the outbox is empty', async () => (await service.mails()).length === 0);
  };
  /** Paths of the links in the newest mail. */
  const linksTo = (address: string): string[] => {
    const text = partOf(mailsTo(address).at(-1)!, 'text/plain');
    return [...text.matchAll(/http:\/\/console\.example(\/console\/open\/\S+)/g)].map(([, path]) => path!);
  };
  const heldLinks = async () => {
    const id = await write(5, { hold: 'text' });
    service.clock.advance(10 * MINUTE);
    await told();
    return { id, path: `/console/reviews/${id}`, owners: linksTo(owner), moderators: linksTo(moderator) };
  };
  const revisionOf = ({ text }: ConsoleBrowser) =>
    /name="revision" value="([^"]*)"/.exec(text)![1]!.replaceAll('&#43;', '+');

  test('what waits, reports and low stars are mailed after ten minutes, questions once a day, or as chosen', async () => {
    const low = await write(2);
    await write(3);
    await write(1, { hold: 'rate' });
    await service.ok('addProductQuestion', shop, { form: { sku: 'MUG', content: 'Blue?' } });
    service.clock.advance(9 * MINUTE);
    await service.clock.passUntil('it is told', () => mailsTo(owner).length > 0);
    await service.clock.passUntil('the outbox is empty', async () => (await service.mails()).length === 0);
    assert.deepEqual(subjects(), ['1 review waits for you · 1 review of one or two stars']);
    const [text, other] = [owner, moderator].map((address) => partOf(mailsTo(address)[0]!, 'text/plain'));
    assert.ok(text!.includes(`plaudit reviews reply ${low} --product --text TEXT`), text);
    assert.doesNotMatch(other!, /plaudit/, 'a moderator has no command line');
    service.clock.advance(24 * HOUR);
    await told(2);
    assert.equal(subjects()[1], '1 new question or answer');

    const browser = await new ConsoleBrowser(service.url).signIn(owner);
    await browser.open(MAILS);
    assert.equal(browser.text.match(/value="once" selected/g)!.length, 3);
    await browser.send(MAILS, { held: 'daily', reports: 'once', low: 'daily', questions: 'once' });
    assert.match(browser.text, /Saved\./);
    assert.equal((await browser.send(MAILS, { held: 'never' })).status, 404);
    await write(1);
    await service.ok('addProductQuestion', shop, { form: { sku: 'MUG', content: 'Red?' } });
    service.clock.advance(10 * MINUTE);
    await told(3);
    assert.equal(subjects()[2], '1 new question or answer');
    service.clock.advance(24 * HOUR);
    await told(4);
    assert.equal(subjects()[3], '1 review of one or two stars');
    await browser.signIn(owner);
    await browser.send(MAILS, { held: 'once', reports: 'once', low: 'once', questions: 'daily' });
  });

  test('a link opens one thing by its button, once, for an hour, for the person it was mailed to', async () => {
    const { id, path, owners } = await heldLinks();
    const [link] = owners as [string];
    const browser = new ConsoleBrowser(service.url);
    for (const method of ['HEAD', 'GET'])
      assert.equal(
        (await fetch(new URL(link, service.url), { method, headers: { 'sec-purpose': 'prefetch' } })).status,
        200,
      );
    await browser.open(link);
    assert.equal(browser.text.match(/<button/g)!.length, 1);
    assert.match(browser.text, /<button>Open<\/button>/);
    assert.equal((await browser.send(link, {}, { headers: { 'sec-fetch-site': 'cross-site' } })).status, 403);
    await browser.send(link, {}, { follow: false });
    const cookie = browser.headers.get('set-cookie')!;
    assert.deepEqual([browser.status, browser.location], [303, path]);
    assert.match(cookie, /^plaudit-item-reviews-\d+=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/console; Max-Age=3600$/);
    await browser.open(path);
    assert.equal(browser.status, 200);
    assert.match(browser.text, /held: says nearly the same/);
    assert.doesNotMatch(browser.text, /class="side"|Settings/);
    for (const other of [
      '/console/inbox',
      `/console/reviews/${id - 1}`,
      `/console/shop-reviews/${id}`,
      '/console/settings/team',
    ])
      assert.match((await browser.open(other, { follow: false })).location!, /\/console\/sign-in\?next=/, other);
    assert.match((await browser.send('/console/reviews/publish', {}, { follow: false })).location!, /sign-in/);

    await browser.open(path);
    await browser.send(`${path}/publish`, { revision: revisionOf(browser) });
    assert.ok(browser.path.startsWith(path) && browser.text.includes('Published.'), browser.text);
    const actors = await service.withDatabase((db) =>
      db
        .selectFrom('event')
        .innerJoin('account', 'account.id', 'event.actor')
        .select(['email', 'kind'])
        .where('subject_id', '=', id)
        .execute(),
    );
    assert.deepEqual(actors, [{ email: owner, kind: 'published' }]);
    const act = /name="act" value="([^"]*)"/.exec(browser.text)![1]!;
    const headers = { 'sec-fetch-site': 'same-origin', referer: `http://console.example${path}?done=1` };
    await browser.send('/console/undo', { act, back: path.slice('/console'.length) }, { headers });
    assert.match(browser.text, /Taken back\./);

    const again = await new ConsoleBrowser(service.url).open(link);
    assert.deepEqual([again.status, again.text.includes(`href="${path}"`)], [410, true]);
    assert.equal((await again.send(link)).status, 410);
    service.clock.advance(HOUR + 1);
    assert.match((await browser.open(path, { follow: false })).location!, /sign-in/);
  });

  test('a mail that the server takes only at the second try has the links of the first, and leaves no others', async () => {
    mails.behaviour = 'busy';
    const id = await write(5, { hold: 'text' });
    service.clock.advance(10 * MINUTE);
    await service.clock.passUntil('it was tried', async () => {
      const waiting = await service.mails();
      return waiting.length === 2 && waiting.every(({ attempts }) => attempts > 1);
    });
    mails.behaviour = 'accept';
    await told();
    const kept = () =>
      service.withDatabase((db) =>
        db.selectFrom('item_link').select('token_hash').where('subject_id', '=', id).execute(),
      );
    assert.equal((await kept()).length, 2, 'one for each who is told');
    assert.equal((await new ConsoleBrowser(service.url).send(linksTo(owner)[0]!)).status, 200);
  });

  test('who left, was disabled, or waited for a week finds a dead link, and roles hold', async () => {
    const { path, owners, moderators } = await heldLinks();
    const browser = new ConsoleBrowser(service.url);
    await browser.send(moderators[0]!);
    assert.ok(browser.status === 200 && browser.path === path, browser.text);
    const setting = (sql: (db: Parameters<Parameters<TestService['withDatabase']>[0]>[0]) => Promise<unknown>) =>
      service.withDatabase(sql);
    const disable = (email: string, at: number | null) =>
      setting((db) => db.updateTable('account').set({ disabled_at: at }).where('email', '=', email).execute());
    await disable(moderator, 1);
    assert.match((await browser.open(path, { follow: false })).location!, /sign-in/);
    await disable(owner, 1);
    assert.equal((await new ConsoleBrowser(service.url).open(owners[0]!)).status, 404);
    await disable(owner, null);
    assert.equal((await new ConsoleBrowser(service.url).open(owners[0]!)).status, 200);
    service.clock.advance(7 * 24 * HOUR);
    assert.equal((await new ConsoleBrowser(service.url).open(owners[0]!)).status, 404);
    assert.equal((await new ConsoleBrowser(service.url).send('/console/open/nothing')).status, 404);
  });
});

/** The page where somebody edits their review, with the code that was mailed to them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { png } from '../support/pictures.ts';
import { onSqliteFirst, TestService, type Given } from '../support/review-service.ts';
import { headerOf, partOf, TestMailServer, until } from '../support/smtp.ts';

const shop = 'a.example';
const MINUTE = 60_000;
const DAY = 86_400_000;

onSqliteFirst((place) => {
  let mails: TestMailServer;
  let service: TestService;
  before(async () => {
    mails = await new TestMailServer().start();
    service = await new TestService(await place(), { smtpUrl: mails.url }).start();
    service.token = await service.account(shop);
  });
  after(async () => {
    await service.stop();
    await mails.stop();
  });

  const send = (address: string, fields: Given, photos: Blob[] = []) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
    for (const photo of photos) body.append('photos', photo, 'photo.png');
    return fetch(address, { method: 'POST', redirect: 'manual', body });
  };
  let authors = 0;
  /** A review that somebody was asked for, and the link to edit it. */
  const written = async (fields: Given = {}) => {
    const email = `jane${++authors}@x.example`;
    const { link } = await service.ok('addReviewRequest', shop, {
      form: { email, order_id: 'A', order_date: '2026-11-03', first_name: 'Jane', return_link: 1 },
    });
    service.clock.advance(MINUTE);
    await send(link!, { rating: 2, title: 'First', content: 'As it was.', tip: 'Wait', name: 'Jane Doe', ...fields }, [
      new Blob([new Uint8Array(await png())]),
    ]);
    const [newest] = await service.ok('listReviews', shop, { query: { unpublished: 1 } });
    const edit = await service.ok('getEditLink', shop, { query: { email } });
    return { email, reviewNo: newest!.reviewNo, link: edit.link };
  };
  const codesTo = async (address: string) => {
    await until('the outbox is empty', () => service.mails().then((waiting) => waiting.length === 0));
    return mails.received
      .filter(({ to }) => to.includes(address))
      .map((mail) => /^ {4}(\d{6})\r?$/m.exec(partOf(mail, 'text/plain'))![1]!);
  };
  const codeFor = async ({ link, email }: { link: string; email: string }) => {
    assert.equal((await send(link, { step: 'send' })).status, 200);
    return (await codesTo(email)).at(-1)!;
  };
  const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const review = async (review_no: number) => (await service.ok('getReview', shop, { query: { review_no } })).review;

  test('opening the link sends nothing; a code is sent when asked for, and the address is hinted at alone', async () => {
    const { link, email } = await written();
    const text = await (await fetch(link)).text();
    assert.match(text, /we send a code to j•••@x\.example/);
    assert.ok(!text.includes(email) && !text.includes('As it was.'), 'whoever found the link reads nothing');
    assert.deepEqual(await codesTo(email), []);
    const sent = await send(link, { step: 'send' });
    assert.match(await sent.text(), /autocomplete="one-time-code"/);
    const [code, ...others] = await codesTo(email);
    assert.equal(others.length, 0);
    const mail = mails.received.find(({ to }) => to.includes(email))!;
    assert.equal(headerOf(mail, 'Subject'), `${code} is your code`);
    assert.equal(headerOf(mail, 'List-Unsubscribe'), undefined);
    assert.ok(!partOf(mail, 'text/plain').includes('http'), 'a code mail has no link');
  });

  test('with the code the review is changed: same number, edited, and what stood there first is kept through every change', async () => {
    const { link, email, reviewNo } = await written({ service: 5 });
    const code = await codeFor({ link, email });
    const form = await (await send(link, { step: 'enter', code: `${code.slice(0, 3)} ${code.slice(3)}` })).text();
    assert.match(form, /value="First"/);
    assert.match(form, /id="service-5" name="service" value="5" checked/);
    const [keep] = /keep-\d+/.exec(form)!;
    const before = await review(reviewNo);

    service.clock.advance(MINUTE);
    const change = { step: 'save', code, rating: 4, title: 'Second', content: 'They made up for it.' };
    const saved = await send(link, { ...change, [keep]: 1 }, [new Blob([new Uint8Array(await png())])]);
    assert.deepEqual([saved.status, saved.headers.get('location')], [303, `${link.split('/').at(-1)}/thanks`]);
    const after = await review(reviewNo);
    assert.deepEqual(
      [after.title, after.content, after.tip, after.images.length, after.created, after.author?.email],
      ['Second', 'They made up for it.', null, 2, before.created, email],
    );
    assert.deepEqual(
      after.rating.filter(({ rating }) => rating !== null),
      [{ type: 'overall', rating: 4 }],
    );
    assert.notEqual(after.edited, null);
    assert.deepEqual(
      [
        after.updated_for?.title,
        after.updated_for?.content,
        after.updated_for?.tip,
        after.updated_for?.author?.firstName,
      ],
      ['First', 'As it was.', 'Wait', 'Jane'],
    );

    const [kept, dropped] = after.images;
    await send(link, { ...change, title: 'Third' });
    assert.deepEqual(
      [(await fetch(kept!.small)).status, (await fetch(dropped!.small)).status],
      [200, 404],
      'a photo of the original stays, one that is in no version goes',
    );
    const last = await review(reviewNo);
    assert.deepEqual([last.title, last.images.length, last.updated_for?.title], ['Third', 0, 'First']);
    const listed = await service.ok('listReviews', shop, { query: { updated: 1, q: 'Third' } });
    assert.deepEqual(
      listed.map((one) => one.reviewNo),
      [reviewNo],
    );
  });

  test('somebody who wrote several reviews chooses the one to edit, and can reach no other', async () => {
    const stranger = await written();
    const first = await written();
    const { url } = await service.ok('getWriteLink', shop);
    const form = /name="form" value="([^"]+)"/.exec(await (await fetch(url)).text())![1]!;
    service.clock.advance(DAY);
    await send(url, {
      form,
      rating: 5,
      title: 'Another <time>',
      content: 'Later',
      name: 'Jane Doe',
      email: first.email,
    });
    const removed = await written();
    await service.withDatabase((db) =>
      db
        .updateTable('review')
        .set((eb) => ({
          state: 2,
          removed_at: 1,
          author_id: eb.selectFrom('author').select('id').where('email', '=', first.email).limit(1),
        }))
        .where('id', '=', removed.reviewNo)
        .execute(),
    );

    const code = await codeFor(first);
    const text = await (await send(first.link, { step: 'enter', code })).text();
    assert.match(text, /<legend>Which of your reviews\?<\/legend>/);
    const offered = [...text.matchAll(/name="review" value="(\d+)"( checked)?/g)].map(([, number, checked]) => [
      Number(number),
      checked !== undefined,
    ]);
    assert.deepEqual(
      offered,
      [
        [first.reviewNo + 1, true],
        [first.reviewNo, false],
      ],
      'newest first, and nothing that was removed',
    );
    assert.match(text, /Another &#60;time&#62;<span class="hint">5 stars · \d+ \w+ 2026/);

    const page = await (await send(first.link, { step: 'enter', code, review: first.reviewNo })).text();
    assert.match(page, /value="First"/);
    assert.match(page, new RegExp(`type="hidden" name="review" value="${first.reviewNo}"`));
    const change = { step: 'save', code, rating: 4, title: 'Changed', content: 'The older one' };
    assert.equal((await send(first.link, change)).status, 400, 'none is chosen');
    for (const other of [stranger.reviewNo, removed.reviewNo, 99_999, 'x']) {
      assert.equal((await send(first.link, { step: 'enter', code, review: other })).status, 404);
      assert.equal((await send(first.link, { ...change, review: other })).status, 404);
    }
    assert.equal((await send(first.link, { ...change, review: first.reviewNo })).status, 303);
    assert.deepEqual(
      [
        (await review(first.reviewNo)).title,
        (await review(first.reviewNo + 1)).title,
        (await review(stranger.reviewNo)).title,
      ],
      ['Changed', 'Another <time>', 'First'],
    );
  });

  test('a form that is sent twice at once leaves no photo that no review shows', async () => {
    const edit = await written();
    const code = await codeFor(edit);
    const [kept] = (await review(edit.reviewNo)).images;
    service.clock.advance(MINUTE);
    const change = {
      step: 'save',
      code,
      rating: 4,
      title: 'Twice',
      content: 'Clicked twice.',
      [`keep-${kept!.id}`]: 1,
    };
    const photo = new Blob([new Uint8Array(await png(9, 9))]);
    const sent = await Promise.all([1, 2, 3].map(() => send(edit.link, change, [photo])));
    assert.deepEqual(
      sent.map(({ status }) => status),
      [303, 303, 303],
    );
    const shown = (await review(edit.reviewNo)).images;
    assert.equal(shown.length, 2);
    for (const { small } of shown) assert.equal((await fetch(small)).status, 200);
    await service.ok('erasePersonalData', shop, { form: { email: edit.email } });
    for (const { small } of shown) assert.equal((await fetch(small)).status, 404);
    const stored = await service.withDatabase((db) =>
      db
        .selectFrom('image_file')
        .select('key')
        .where('created_at', '>=', service.clock.now - MINUTE)
        .execute(),
    );
    assert.deepEqual(stored, [], 'a photo that nothing shows would be forgotten when its author is erased');
  });

  test('a mistake is named, and what was typed comes back with the code still good', async () => {
    const edit = await written();
    const code = await codeFor(edit);
    const response = await send(edit.link, { step: 'save', code, rating: 4, title: '', content: '<b>typed</b>' });
    const text = await response.text();
    assert.equal(response.status, 400);
    assert.match(text, /href="#title"/);
    assert.match(text, /&#60;b&#62;typed/);
    assert.equal((await review(edit.reviewNo)).title, 'First');
    assert.equal((await send(edit.link, { step: 'save', code, rating: 4, title: 'x', content: 'x' })).status, 303);
  });

  test('a forged code changes nothing, and five of them end the code, also when they come at once', async () => {
    const edit = await written();
    const code = await codeFor(edit);
    const wrong = wrongCode(code);
    const saved = await send(edit.link, { step: 'save', code: wrong, rating: 1, title: 'Forged', content: 'x' });
    assert.equal(saved.status, 410);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(edit.link, { step: 'enter', code: wrong })),
    );
    assert.equal(answers.filter(({ status }) => status === 400).length, 4, 'five guesses with the first');
    assert.ok(answers.every(({ status }) => status === 400 || status === 410));
    assert.equal((await send(edit.link, { step: 'enter', code })).status, 410, 'the right code came too late');
    assert.equal((await send(edit.link, { step: 'save', code, rating: 1, title: 'Forged', content: 'x' })).status, 410);
    assert.equal((await review(edit.reviewNo)).title, 'First');
  });

  test('five codes a day, and the last one alone works, for 15 minutes', async () => {
    const edit = await written();
    const first = await codeFor(edit);
    service.clock.advance(MINUTE);
    const second = await codeFor(edit);
    if (first !== second) assert.equal((await send(edit.link, { step: 'enter', code: first })).status, 400);
    service.clock.advance(15 * MINUTE);
    assert.equal((await send(edit.link, { step: 'enter', code: second })).status, 410);
    const many = await Promise.all(Array.from({ length: 10 }, () => send(edit.link, { step: 'send' })));
    assert.equal(many.filter(({ status }) => status === 200).length, 3);
    assert.ok(
      many
        .filter(({ status }) => status !== 200)
        .every((answer) => answer.status === 429 && answer.headers.get('retry-after') !== null),
    );
    assert.equal((await codesTo(edit.email)).length, 5);
    service.clock.advance(DAY);
    assert.equal((await send(edit.link, { step: 'send' })).status, 200);
  });

  test('a code belongs to its author and its link: that of one person opens nothing of another', async () => {
    const [one, other] = [await written(), await written()];
    const code = await codeFor(one);
    await codeFor(other);
    if ((await codesTo(other.email)).at(-1) !== code)
      assert.equal((await send(other.link, { step: 'enter', code })).status, 400);
    const { link: second } = await service.ok('getEditLink', shop, { query: { email: one.email } });
    assert.equal(
      (await send(second, { step: 'enter', code })).status,
      400,
      'another link of the same person needs a code of its own',
    );
  });

  test('where reviews are held, a change waits; a removed review cannot be edited', async () => {
    const edit = await written();
    const code = await codeFor(edit);
    const hold = (value: 0 | 1) =>
      service.withDatabase((db) =>
        db.updateTable('business').set({ hold_reviews: value }).where('domain', '=', shop).execute(),
      );
    await hold(1);
    await send(edit.link, { step: 'save', code, rating: 4, title: 'Waits', content: 'x' });
    assert.deepEqual(
      [(await review(edit.reviewNo)).title, (await review(edit.reviewNo)).published],
      ['Waits', 'pending'],
    );
    await hold(0);
    await service.withDatabase((db) =>
      db.updateTable('review').set({ state: 2, removed_at: 1 }).where('id', '=', edit.reviewNo).execute(),
    );
    const gone = await fetch(edit.link);
    assert.equal(gone.status, 404);
    assert.match(await gone.text(), /nothing to edit/);
    assert.equal((await send(edit.link, { step: 'send' })).status, 404);
    await service.refused('getEditLink', shop, { query: { email: edit.email } }, 305, 404);
  });

  test('the link is refused for somebody unknown, for another business, and after seven days', async () => {
    await service.refused('getEditLink', shop, { query: { email: 'nobody@x.example' } }, 307, 404);
    await service.refused(
      'getEditLink',
      shop,
      { query: { email: 'a@x.example\r\nBcc: b@x.example' } },
      306,
      400,
      /email/,
    );
    await service.refused('getEditLink', shop, {}, 302, 400, /email/);
    const { link, email } = await written();
    const other = await service.account('b.example');
    await service.refused('getEditLink', 'b.example', { query: { email }, token: other }, 307, 404);
    for (const wrong of [link.slice(0, -1), link.replace(shop, 'b.example'), link.replace('/edit/', '/stop/')])
      assert.equal((await send(wrong, { step: 'send' })).status, 404);
    assert.equal((await send(link, { step: 'destroy' })).status, 400);
    service.clock.advance(7 * DAY);
    assert.equal((await fetch(link)).status, 410);
    assert.equal((await send(link, { step: 'send' })).status, 410);
  });
});

/** An import from another server that is killed: it goes on where it was, with the same login, and nothing comes twice. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { account, FakeUpstream } from '../server-proxy/fake-upstream.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { until } from '../support/smtp.ts';

const shop = 'shop.example';
/** Of products. Four pages of them. */
const REVIEWS = 350;

onSqliteFirst((place) => {
  let service: TestService;
  let fake: FakeUpstream;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    fake = await new FakeUpstream().start();
    const [first] = fake.content.productReviews;
    fake.content.productReviews = Array.from({ length: REVIEWS }, (_none, n) => ({ ...first, id: 10_000 - n }));
  });
  after(async () => {
    await fake.stop();
    await service.stop();
  });

  test('killed in the middle, it goes on where it was with the same login, and nothing comes twice', async () => {
    const { location } = service;
    const where = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
    const args = ['reviews', 'import', '--from-api', fake.url, '--calls', '1000', '--business', shop, ...where];
    const env = {
      PLAUDIT_CLIENT_TOKEN: account.clientToken,
      PLAUDIT_EMAIL: account.email,
      PLAUDIT_PASSWORD: account.password,
    };
    const stored = async () =>
      (await service.withDatabase((db) => db.selectFrom('product_review').select('id').execute())).length;
    for (const [page, signal] of [
      [1, 'SIGKILL'],
      [2, 'SIGINT'],
    ] as const) {
      // The next page is on its way for as long as it takes to stop the import.
      fake.fault = ({ path, query }) => path.endsWith('/product/reviews') && Number(query.get('start')) >= page * 95;
      const child = startProgram(args, env);
      const gone = once(child, 'close');
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      await until(`page ${page} is stored`, async () => (await stored()) >= page * 95);
      child.kill(signal);
      const [status] = (await gone) as [number | null];
      if (signal === 'SIGINT') {
        assert.equal(status, 130);
        assert.match(said, /^Stopped: what was taken stays, and the same command again goes on from here$/m);
      }
    }
    fake.fault = null;
    const asked = fake.callsOf('/products').length;
    const before = await stored();
    const last = await runProgram(args, { env });
    assert.match(last.out, new RegExp(`^product reviews: ${REVIEWS} there, ${REVIEWS} here`, 'm'));
    const added = Number(/reviews: (\d+) added/.exec(last.out)?.[1]);
    assert.ok(before < REVIEWS && added >= REVIEWS - before, `${added} came after ${before}`);
    assert.deepEqual([fake.logins, fake.violations, fake.callsOf('/products').length], [1, 0, asked]);
    const ids = await service.withDatabase((db) =>
      db.selectFrom('product_review').select('id').orderBy('id').execute(),
    );
    const wanted = fake.content.productReviews.map(({ id }) => id as number).toSorted((one, other) => one - other);
    assert.deepEqual(
      ids.map(({ id }) => id),
      wanted,
      'each once, with its number',
    );
    const [counters] = await service.withDatabase((db) =>
      db
        .selectFrom('product')
        .select((eb) => eb.fn.sum('num_reviews').as('n'))
        .execute(),
    );
    assert.equal(Number(counters!.n), REVIEWS);
  });
});

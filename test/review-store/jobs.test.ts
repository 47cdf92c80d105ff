/** Durable work: what is enqueued is done, by one at a time, whoever dies, stands still or fails meanwhile. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, test } from 'node:test';
import { inTransaction } from '../../review-store/databases/transaction.ts';
import {
  countJobs,
  dropJobs,
  enqueue,
  hasten,
  LEASE_MS,
  makeDue,
  type JobDb,
  type NewJob,
} from '../../review-store/jobs/jobs.ts';
import { Later, Worker, type Job, type Kind } from '../../review-store/jobs/worker.ts';
import { openDatabase } from '../../review-store/open.ts';
import { testProgram } from '../support/present-program.ts';
import { TestClock } from '../support/review-service.ts';
import { until } from '../support/smtp.ts';
import { onEveryStore } from '../support/stores.ts';

const HOUR_MS = 3_600_000;

onEveryStore((store) => {
  const said: string[] = [];
  const workers: Worker[] = [];
  const programs: ChildProcess[] = [];
  const work = (db: JobDb, clock: TestClock, kind: Partial<Kind> & Pick<Kind, 'attempt'>): Worker => {
    const logger = { warn: (_about: object, message: string) => void said.push(message) };
    const defaults = { name: 'work', failing: 'the job cannot be done', retryMs: 5_000 };
    const worker = new Worker({ db, clock: clock.clock, logger }).start([{ ...defaults, ...kind }]);
    workers.push(worker);
    return worker;
  };
  const add = async (db: JobDb, now: number, key = '', more: Partial<NewJob> = {}): Promise<string> => {
    const id = more.id ?? randomUUID();
    await enqueue(db, { id, kind: 'work', key, payload: '', now, ...more });
    return id;
  };
  const left = async () => (await countJobs(store.db, 'work')).count;
  afterEach(async () => {
    for (const program of programs.splice(0)) program.kill('SIGKILL');
    for (const worker of workers.splice(0)) await worker.stop();
    await store.db.deleteFrom('job').execute();
    said.length = 0;
  });

  test('is done at once when this process commits what caused it, and never after a rollback', async () => {
    // It stands still: nobody looks again before its second is over, which a test does not wait for.
    const clock = new TestClock();
    const done: string[] = [];
    work(store.db, clock, { attempt: async ({ key }) => (done.push(key), null) });
    await assert.rejects(
      inTransaction(store.db, async (transaction) => {
        await add(transaction, clock.now, 'never');
        throw new Error('changed its mind');
      }),
    );
    await inTransaction(store.db, async (transaction) => {
      await add(transaction, clock.now, 'first');
      await add(transaction, clock.now, 'second');
    });
    await until('both are done', async () => (await left()) === 0);
    assert.deepEqual(done.toSorted(), ['first', 'second']);
  });

  test('of two workers one does it, a kind has one at a time, and nothing is done twice', async () => {
    const clock = new TestClock();
    const other = await openDatabase(store.location);
    const done: string[] = [];
    let [active, most] = [0, 0];
    const attempt = async ({ id }: Job) => {
      most = Math.max(most, ++active);
      done.push(id);
      // Until the two have met.
      await until('two are under way', () => most > 1);
      active -= 1;
      return null;
    };
    const ids: string[] = [];
    for (let jobs = 0; jobs < 20; jobs += 1) ids.push(await add(store.db, clock.now));
    const second = work(other, clock, { attempt });
    work(store.db, clock, { attempt });
    await until('all are done', async () => (await left()) === 0);
    assert.deepEqual(done.toSorted(), ids.toSorted());
    assert.equal(most, 2, 'one of each');
    await second.stop();
    await other.destroy();
  });

  test('that fails is tried again after its pause, and the log says so once until one succeeds', async () => {
    const clock = new TestClock();
    const attempts: number[] = [];
    let fails = true;
    work(store.db, clock, {
      async attempt(job) {
        attempts.push(job.attempts);
        if (fails) throw new Error('not now');
        return null;
      },
    });
    await add(store.db, clock.now);
    for (const tried of [1, 2]) {
      await until('it was tried', async () => attempts.length === tried);
      await until(
        'it waits',
        async () => (await store.db.selectFrom('job').select('leased_by').execute())[0]?.leased_by === null,
      );
      clock.advance(4_999);
      assert.equal(attempts.length, tried);
      clock.advance(1);
    }
    fails = false;
    clock.advance(5_000);
    await until('it is done', async () => (await left()) === 0);
    assert.deepEqual([attempts.slice(0, 2), said], [[1, 2], ['the job cannot be done']]);
  });

  test('that has to wait is tried again then, and counts as often as it was attempted', async () => {
    const clock = new TestClock();
    const attempts: number[] = [];
    work(store.db, clock, {
      async attempt(job) {
        attempts.push(job.attempts);
        if (attempts.length < 4) throw new Later(1_000, { counts: attempts.length > 2 });
        return null;
      },
    });
    await add(store.db, clock.now);
    for (const tried of [1, 2, 3, 4]) {
      await until('it was tried', () => attempts.length === tried);
      await until('it is settled', async () =>
        (await store.db.selectFrom('job').select('leased_by').execute()).every((job) => job.leased_by === null),
      );
      clock.advance(1_000);
    }
    assert.deepEqual([attempts, said, await left()], [[1, 1, 1, 2], [], 0]);
  });

  test('that somebody waits for is begun at once by the worker that it is for, whatever else is under way', async () => {
    const clock = new TestClock();
    const other = await openDatabase(store.location);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const done: string[] = [];
    const attempt = async ({ key }: Job) => (await end, done.push(key), null);
    const workers = [work(store.db, clock, { attempt }), work(other, clock, { attempt })] as const;
    await add(store.db, clock.now, 'one');
    await add(store.db, clock.now, 'two');
    await until('both workers are at one', async () =>
      (await store.db.selectFrom('job').select('leased_by').execute()).every((job) => job.leased_by !== null),
    );
    const asked = { id: randomUUID(), kind: 'work', key: 'asked', payload: '', now: clock.now };
    const job = await enqueue(store.db, { ...asked, holder: workers[0].holder });
    const kind = { name: 'work', failing: '', retryMs: 0, attempt: async () => (done.push('asked'), null) };
    workers[0].begin(kind, job!);
    await until('it is done', async () => (await left()) === 2);
    assert.deepEqual(done, ['asked']);
    resolve();
    await until('the others are done', () => done.length > 2);
    await workers[1].stop();
    await other.destroy();
  });

  test('of one key comes after one of each other, however many there are', async () => {
    const clock = new TestClock();
    for (const key of ['many', 'many', 'many', 'few', 'few', 'one'])
      await add(store.db, clock.now, key, { dueAt: clock.now++ });
    const done: string[] = [];
    work(store.db, clock, { attempt: async ({ key }) => (done.push(key), null) });
    await until('all are done', async () => (await left()) === 0);
    assert.deepEqual(done, ['many', 'few', 'one', 'many', 'few', 'many']);
  });

  test('that is added again is there once: due by then, and done once more if a worker is at it', async () => {
    const clock = new TestClock();
    let done = 0;
    const again = (dueAt: number) => add(store.db, clock.now, '', { id: 'again', dueAt });
    await again(clock.now + HOUR_MS);
    await again(clock.now);
    await again(clock.now + HOUR_MS);
    work(store.db, clock, {
      async attempt() {
        done += 1;
        if (done === 1) await again(clock.now);
        return null;
      },
    });
    await until('it is done', async () => (await left()) === 0);
    assert.equal(done, 2);
  });

  test('that waits for another attempt is hastened, unless it waits for longer than that', async () => {
    const clock = new TestClock();
    for (const [id, pauseMs] of Object.entries({ short: 60_000, long: 60_001 }))
      await add(store.db, clock.now, '', { id, dueAt: clock.now + pauseMs });
    const done: string[] = [];
    work(store.db, clock, { attempt: async ({ id }) => (done.push(id), null) });
    await hasten(store.db, ['work'], clock.now, 60_000);
    await until('one is done', async () => (await left()) === 1);
    assert.deepEqual(done, ['short']);
  });

  test('that stands is there from the start, and done once more if it is made due meanwhile', async () => {
    const clock = new TestClock();
    let done = 0;
    const standing: Partial<Kind> & Pick<Kind, 'attempt'> = {
      isStanding: true,
      async attempt() {
        done += 1;
        if (done === 1) await makeDue(store.db, 'work', '', clock.now);
        return HOUR_MS;
      },
    };
    const worker = work(store.db, clock, standing);
    await until('it was done twice', () => done === 2);
    await until('it waits an hour', async () =>
      (await store.db.selectFrom('job').select('due_at').execute()).every((job) => job.due_at === clock.now + HOUR_MS),
    );
    clock.advance(HOUR_MS);
    await until('it is done again', () => done === 3);
    await worker.stop();
    work(store.db, clock, standing);
    await until('a start makes it due', () => done === 4);
    assert.equal(await left(), 1);
  });

  test('that a stop cuts off is given back at once, and one that is dropped meanwhile is lost', async () => {
    const clock = new TestClock();
    const cutOff: string[] = [];
    const attempt = async ({ id, signal }: Job) => {
      await clock.clock.sleep(HOUR_MS, signal);
      cutOff.push(id);
      signal.throwIfAborted();
      return null;
    };
    const stopped = work(store.db, clock, { attempt });
    const id = await add(store.db, clock.now, 'jane');
    const begun = (attempts: number) =>
      until('it is begun', async () =>
        (await store.db.selectFrom('job').select(['attempts', 'leased_by']).execute()).some(
          (job) => job.attempts === attempts && job.leased_by !== null,
        ),
      );
    await begun(1);
    await stopped.stop();
    const [given] = await store.db.selectFrom('job').selectAll().execute();
    assert.deepEqual([given?.leased_by, given!.due_at <= clock.now], [null, true]);
    work(store.db, clock, { attempt });
    await begun(2);
    assert.equal(await dropJobs(store.db, 'work', { key: 'jane' }), 1);
    // The next renewal finds out.
    clock.advance(LEASE_MS / 3);
    await until('it is cut off', () => cutOff.length === 2);
    assert.deepEqual([cutOff, said], [[id, id], []]);
  });

  test('that is taken as the worker stops is given back, and holds up no stop', { timeout: 60_000 }, async () => {
    const clock = new TestClock();
    await add(store.db, clock.now);
    let wasCutOff = true;
    const attempt = async ({ signal }: Job) => {
      wasCutOff = signal.aborted;
      await clock.clock.sleep(HOUR_MS, signal);
      return null;
    };
    await work(store.db, clock, { attempt }).stop();
    const [given] = await store.db.selectFrom('job').select('leased_by').execute();
    assert.deepEqual([given?.leased_by, wasCutOff], [null, true]);
  });

  /** The program of job-holder.ts, once it is at a job. */
  const holdJob = async (id: string) => {
    const program = spawn(
      process.execPath,
      [testProgram('test/review-store/job-holder.ts'), JSON.stringify(store.location)],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    programs.push(program);
    const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
    const next = async () => (await lines.next()).value as unknown;
    assert.equal(await next(), `at ${id}`);
    return { program, next };
  };

  for (const [when, doubtMs] of [
    ['once its lease is over', undefined],
    ['after the pause of its kind', HOUR_MS],
  ] as const)
    test(`whose process is killed is done by another, ${when}`, async () => {
      const id = await add(store.db, Date.now());
      const { program } = await holdJob(id);
      program.kill('SIGKILL');
      await once(program, 'exit');
      const clock = new TestClock();
      clock.now = Date.now();
      const done: string[] = [];
      work(store.db, clock, { ...(doubtMs && { doubtMs }), attempt: async (job) => (done.push(job.id), null) });
      // It has looked, and a second time, which shows that the first is over.
      await add(store.db, clock.now, 'other');
      await until('another is done', async () => (await left()) === 1);
      assert.ok(!done.includes(id), 'nobody knows yet that it died');
      clock.advance(LEASE_MS);
      if (doubtMs) {
        await until(
          'it waits',
          async () => (await store.db.selectFrom('job').select('leased_by').execute())[0]?.leased_by === null,
        );
        assert.ok(!done.includes(id));
        clock.advance(doubtMs);
      }
      await until('it is done', async () => (await left()) === 0);
      assert.equal(done.filter((one) => one === id).length, 1);
    });

  test('whose process stood still for longer than its lease is done by another, and lost to the first', async () => {
    const id = await add(store.db, Date.now());
    const { program, next } = await holdJob(id);
    program.kill('SIGSTOP');
    const clock = new TestClock();
    clock.now = Date.now() + LEASE_MS;
    const done: string[] = [];
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    work(store.db, clock, {
      async attempt(job) {
        done.push(job.id);
        await ended;
        return null;
      },
    });
    await until('another does it', () => done.length === 1);
    program.kill('SIGCONT');
    program.stdin.write('go on\n');
    assert.equal(await next(), `lost ${id}`);
    await once(program, 'exit');
    assert.equal(await left(), 1, 'whoever lost it has not settled it');
    end();
    await until('it is done', async () => (await left()) === 0);
    assert.deepEqual(done, [id]);
  });
});

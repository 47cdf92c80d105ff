/** A service that is killed (`kill -9`) at any step of a delivery, and what becomes of the mail. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceLocation } from '../../review-service/database.ts';
import { queueMail } from '../../review-service/letters/mail/queue.ts';
import { LEASE_MS } from '../../review-store/jobs/jobs.ts';
import { storeOf } from '../../review-service/data/tables.ts';
import { findBusiness } from '../../review-store/content/businesses.ts';
import { inTransaction } from '../../review-store/databases/transaction.ts';
import { addOwner, onSqliteFirst, TestService } from '../support/review-service.ts';
import { headerOf, TestMailServer, until, type Step } from '../support/smtp.ts';
import { presentProgram } from '../support/present-program.ts';

const shop = 'a.example';
const steps: Step[] = ['connected', 'sender', 'recipient', 'data', 'mail', 'accepted'];

/** The program itself, in a process of its own, once it is ready. */
async function startProgram(location: ServiceLocation, env: Record<string, string>): Promise<ChildProcess> {
  const place = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
  const child = spawn(process.execPath, [presentProgram, 'service', '--port', '0', ...place], {
    env: { ...process.env, PLAUDIT_LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface({ input: child.stdout! }), 'line');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

onSqliteFirst((place) => {
  let mails: TestMailServer;
  beforeEach(async () => {
    mails = await new TestMailServer().start();
  });
  afterEach(() => mails.stop());

  /** A mail in the outbox of a service that does not run. */
  const queue = async (service: TestService): Promise<string> => {
    await service.withDatabase((db) => addOwner(db, { business: shop, email: `owner@${shop}` }));
    return service.withDatabase((db) =>
      inTransaction(db, async (transaction) => {
        const business = (await findBusiness(storeOf(transaction), shop))!;
        return queueMail(transaction, {
          business,
          to: { name: 'Jane', address: 'jane@x.example' },
          subject: 'How was it?',
          blocks: ['Hello'],
          language: 'en',
          now: Date.now(),
        });
      }),
    );
  };
  const waiting = async (service: TestService) => (await service.mails()).length;

  for (const step of steps) {
    test(`killed when the mail server is at "${step}", the mail still arrives, under one Message-ID`, async () => {
      const service = new TestService(await place(), { smtpUrl: mails.url });
      const id = await queue(service);
      let killed = false;
      let child: ChildProcess | undefined;
      const started = startProgram(service.location, { PLAUDIT_SMTP_URL: mails.url });
      mails.onStep = async (reached) => {
        if (reached !== step || killed) return;
        killed = true;
        await kill(await started);
      };
      try {
        child = await started;
        await once(child, 'exit');
        assert.equal(child.signalCode, 'SIGKILL');
        const offered = mails.offered;
        service.clock.now = Date.now() + LEASE_MS;
        await service.start();
        await until('the outbox is empty', async () => (await waiting(service)) === 0);
        // What the server took before the process knew of it is sent again; what it never took is sent once.
        assert.ok(
          mails.received.length >= 1 && mails.received.length <= offered + 1,
          `${offered} offered before, ${mails.received.length} taken in all`,
        );
        assert.deepEqual(
          new Set(mails.received.map((mail) => headerOf(mail, 'Message-ID'))),
          new Set([`<${id}@a.example>`]),
        );
      } finally {
        if (child) await kill(child);
        await service.stop();
      }
    });
  }

  test('killed while it writes a mail to a file, there is one file in the end, and it is whole', async (context) => {
    const service = new TestService(await place());
    if (!('directory' in service.location)) return context.skip('there are files on SQLite alone');
    const directory = join(service.location.directory, 'mail');
    const id = await queue(service);
    await mkdir(directory, { recursive: true });
    const starting = startProgram(service.location, {});
    while (readdirSync(directory).length === 0) await wait(1);
    const child = await starting;
    await kill(child);
    service.clock.now = Date.now() + LEASE_MS;
    await service.start();
    try {
      await until('the outbox is empty', async () => (await waiting(service)) === 0);
      const files = readdirSync(directory).filter((name) => name.endsWith('.eml'));
      assert.equal(files.length, 1);
      assert.ok(existsSync(join(directory, files[0]!)) && files[0]!.includes(id));
      assert.match(readFileSync(join(directory, files[0]!), 'utf8'), /--\r\n$/);
    } finally {
      await service.stop();
    }
  });
});

/**
 * Upgrades data from before there was a key: hashes that could be computed from a guess, and mail, answers and links in
 * plain text. It runs once, in the transaction that makes the key.
 */
import type { DataKey } from '../review-store/secrets/data-key.ts';
import { hashKey, hashRequest, sealAnswer } from '../review-store/kept-answers.ts';
import { hashSecret } from './people/accounts/secrets.ts';
import { requireBusinessById } from './data/require-business.ts';
import { MAIL, sealMessage } from './letters/mail/sending/outbox.ts';
import { stopHash } from './letters/requests/stops.ts';
import type { Database } from './data/tables.ts';

export async function protectEarlierData(db: Database, key: DataKey): Promise<void> {
  await protectAnswers(db, key);
  await protectMail(db, key);
  for (const { business_id, email_hash } of await db.selectFrom('mail_stop').selectAll().execute()) {
    await db
      .updateTable('mail_stop')
      .set({ email_hash: stopHash(key, email_hash) })
      .where('business_id', '=', business_id)
      .where('email_hash', '=', email_hash)
      .execute();
  }
  for (const { hash } of await db.selectFrom('write_link').select('hash').execute()) {
    await db
      .updateTable('write_link')
      .set({ hash: hashSecret(hash) })
      .where('hash', '=', hash)
      .execute();
  }
}

/** Their hashes were SHA-256, and it is those that are hashed with the key now. */
async function protectAnswers(db: Database, key: DataKey): Promise<void> {
  for (const row of await db.selectFrom('idempotent_answer').selectAll().execute()) {
    const { account_id, key_hash, request_hash, http_status, body, person_hash } = row;
    await db
      .updateTable('idempotent_answer')
      .set({
        key_hash: hashKey(key, account_id, key_hash),
        request_hash: hashRequest(key, request_hash),
        body: http_status === null ? '' : sealAnswer(key, account_id, key_hash, body!),
        person_hash: person_hash && key.personOfHash(person_hash),
      })
      .where('account_id', '=', account_id)
      .where('key_hash', '=', key_hash)
      .execute();
  }
}

async function protectMail(db: Database, key: DataKey): Promise<void> {
  const mails = await db.selectFrom('job').select(['id', 'key', 'payload']).where('kind', '=', MAIL).execute();
  for (const { id, key: to, payload } of mails) {
    const [businessId, recipient] = to.split(' ') as [string, string];
    const { domain } = await requireBusinessById(db, Number(businessId));
    await db
      .updateTable('job')
      .set({ key: `${businessId} ${key.person(domain, recipient)}`, payload: sealMessage(key, id, payload) })
      .where('id', '=', id)
      .execute();
  }
}

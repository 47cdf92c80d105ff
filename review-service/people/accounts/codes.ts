/**
 * Codes of an app beside the password (TOTP, RFC 6238: six digits of HMAC-SHA-1, a new one every 30 seconds), and codes
 * on paper for whoever has lost the app.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { keyOf } from '../../../review-store/secrets/data-key.ts';
import type { Database } from '../../data/tables.ts';
import { hashSecret } from './secrets.ts';
import { endTokens } from './user-tokens.ts';

const STEP_MS = 30_000;
/** Clocks of phones are so far off, and typing takes as long. */
const STEPS_AROUND = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const PURPOSE = 'codes of an account';
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** In base 32, as apps take it. */
export const newCodeSecret = (): string => toBase32(randomBytes(SECRET_BYTES));

/** The address that an app reads from a QR code. */
export function otpauthOf(secret: string, email: string): string {
  const query = new URLSearchParams({ secret, issuer: 'Plaudit' });
  return `otpauth://totp/Plaudit:${encodeURIComponent(email)}?${query.toString()}`;
}

export const usesCodes = async (db: Database, accountId: string): Promise<boolean> =>
  (await findCodes(db, accountId)) !== undefined;

const findCodes = (db: Database, accountId: string) =>
  db.selectFrom('account_codes').selectAll().where('account_id', '=', accountId).executeTakeFirst();

/**
 * Asks for codes from now on, and ends the tokens of programs, which have none.
 * @param given - the first code, which shows that the app has the secret.
 * @returns the recovery codes, which are shown this once; null for a wrong code.
 */
export async function switchCodesOn(
  db: Database,
  { accountId, secret, given }: { readonly accountId: string; readonly secret: string; readonly given: string },
  now: number,
): Promise<string[] | null> {
  const step = stepOf(secret, given, now);
  if (step === null) return null;
  await switchCodesOff(db, accountId);
  const sealed = keyOf(db).seal(PURPOSE, secret, accountId);
  await db
    .insertInto('account_codes')
    .values({ account_id: accountId, secret: sealed, last_step: step, created_at: now })
    .execute();
  await endTokens(db, accountId, now);
  return newRecoveryCodes(db, accountId);
}

/** Codes on paper, in place of those that there were. @returns them: they are shown this once. */
export async function newRecoveryCodes(db: Database, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(10)));
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashSecret(code) })))
    .execute();
  return codes.map((code) => code.match(/.{4}/g)!.join('-'));
}

export async function switchCodesOff(db: Database, accountId: string): Promise<void> {
  for (const table of ['account_codes', 'recovery_code'] as const)
    await db.deleteFrom(table).where('account_id', '=', accountId).execute();
}

/** Whether this is a code of the app, or one on paper. Either works once. */
export async function takeCode(db: Database, accountId: string, given: string, now: number): Promise<boolean> {
  const row = await findCodes(db, accountId);
  if (!row) return false;
  const typed = given.replace(/[\s-]/g, '').toUpperCase();
  const step = stepOf(keyOf(db).unseal(PURPOSE, row.secret, accountId), typed, now);
  if (step !== null) {
    const taken = await db
      .updateTable('account_codes')
      .set({ last_step: step })
      .where('account_id', '=', accountId)
      .where('last_step', '<', step)
      .executeTakeFirstOrThrow();
    return taken.numUpdatedRows === 1n;
  }
  const used = await db
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashSecret(typed))
    .executeTakeFirstOrThrow();
  return used.numDeletedRows === 1n;
}

export async function countRecoveryCodes(db: Database, accountId: string): Promise<number> {
  const rows = await db.selectFrom('recovery_code').select('code_hash').where('account_id', '=', accountId).execute();
  return rows.length;
}

/** The step whose code this is; null for a wrong one. */
function stepOf(secret: string, given: string, now: number): number | null {
  const current = Math.floor(now / STEP_MS);
  for (let step = current - STEPS_AROUND; step <= current + STEPS_AROUND; step++) {
    const code = Buffer.from(codeAt(secret, step));
    const typed = Buffer.from(given.replace(/\s/g, ''));
    if (typed.length === code.length && timingSafeEqual(typed, code)) return step;
  }
  return null;
}

/** RFC 4226, section 5.3. */
function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = mac.at(-1)! & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** RFC 4648, without padding. */
function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits
    .match(/.{5}/g)!
    .map((five) => alphabet[Number.parseInt(five, 2)])
    .join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

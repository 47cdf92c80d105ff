/**
 * Codes that prove that the editor of a review reads its author's mail. A code has six digits, so what matters is how
 * often one may guess: five times for a code, five codes a day, and only the last code works.
 */
import { fill } from '../../../contract/texts/texts.ts';
import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { hashSecret } from '../../people/accounts/secrets.ts';
import type { MailBlock } from '../../letters/mail/blocks.ts';
import type { Database } from '../../data/tables.ts';
import { greet, type Wording } from '../../letters/wording/index.ts';

const DAY_MS = 86_400_000;
const CODES_A_DAY = 5;
const MAX_WRONG = 5;
/** How long a code can be entered. */
export const CODE_MINUTES = 15;
/** How long a code lets its author write once it was entered. */
const WRITE_FOR_MS = 2 * 3_600_000;

export interface EditLink {
  readonly businessId: number;
  /** Lower case. */
  readonly email: string;
  /** The random part of the link that the code is for. */
  readonly token: string;
  readonly now: number;
}

/** A new code, which replaces the one before; null if today's codes are used up. */
export async function makeCode(db: Database, { businessId, email, token, now }: EditLink): Promise<string | null> {
  // Two requests at once are handled one after the other, so that the count is right.
  await db
    .updateTable('page_link')
    .set((eb) => ({ purpose: eb.ref('purpose') }))
    .where('business_id', '=', businessId)
    .where('token_hash', '=', hashSecret(token))
    .execute();
  const { sent } = await db
    .selectFrom('edit_code')
    .select(sql<number>`count(*)`.as('sent'))
    .where('business_id', '=', businessId)
    .where('email', '=', email)
    .where('created_at', '>', now - DAY_MS)
    .executeTakeFirstOrThrow();
  if (Number(sent) >= CODES_A_DAY) return null;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await db
    .insertInto('edit_code')
    .values({
      id: randomUUID(),
      business_id: businessId,
      email,
      code_hash: hashOf(token, code),
      wrong: 0,
      entered_at: null,
      created_at: now,
    })
    .execute();
  return code;
}

export function codeMail(
  { shop, name, code }: { readonly shop: string; readonly name: string; readonly code: string },
  wording: Wording,
): { subject: string; blocks: readonly MailBlock[] } {
  const words = wording.mail;
  return {
    subject: fill(words.codeSubject, { code }),
    blocks: [
      greet(wording, name),
      fill(words.code, { business: shop }),
      { code },
      fill(words.codeEnd, { minutes: CODE_MINUTES }),
    ],
  };
}

export type Entered = 'right' | 'wrong' | 'dead';

/**
 * Whether this is the last code that was sent. `dead`: there is none, it is too old, or there were too many guesses.
 */
export async function enterCode(
  db: Database,
  { businessId, email, token, now }: EditLink,
  given: string,
): Promise<Entered> {
  const last = await db
    .selectFrom('edit_code')
    .select('id')
    .where('business_id', '=', businessId)
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .executeTakeFirst();
  if (!last) return 'dead';
  // Counted before it is compared, so that many guesses at once count as many.
  const code = await db
    .updateTable('edit_code')
    .set((eb) => ({ wrong: eb('wrong', '+', 1) }))
    .where('id', '=', last.id)
    .where('wrong', '<', MAX_WRONG)
    .returningAll()
    .executeTakeFirst();
  const isOpen =
    code &&
    (code.entered_at === null ? code.created_at + CODE_MINUTES * 60_000 > now : code.entered_at + WRITE_FOR_MS > now);
  if (!isOpen) return 'dead';
  if (!timingSafeEqual(Buffer.from(code.code_hash), Buffer.from(hashOf(token, given.replace(/[\s-]/g, '')))))
    return 'wrong';
  await db
    .updateTable('edit_code')
    .set((eb) => ({ wrong: eb('wrong', '-', 1), entered_at: code.entered_at ?? now }))
    .where('id', '=', last.id)
    .execute();
  return 'right';
}

/** Codes too old to count towards the codes of a day. */
export async function forgetCodes(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('edit_code')
    .where('created_at', '<=', now - DAY_MS)
    .execute();
}

const hashOf = (token: string, code: string): string => hashSecret(`${token} ${code}`);

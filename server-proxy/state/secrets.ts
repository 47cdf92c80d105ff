import { randomBytes } from 'node:crypto';
import type { ProxyDb } from './tables.ts';

/** A random key of 32 bytes, made when it is first asked for and the same from then on, for every instance. */
export async function readSecret(db: ProxyDb, name: string): Promise<Buffer> {
  await db
    .insertInto('proxy_secret')
    .values({ name, value: randomBytes(32).toString('base64') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db.selectFrom('proxy_secret').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return Buffer.from(value, 'base64');
}

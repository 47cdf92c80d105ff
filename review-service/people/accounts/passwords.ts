/** Passwords as argon2id hashes, with the parameters in the hash so that they can be raised later. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { refuse } from '../../../contract/endpoints/errors.ts';

const derive = promisify(argon2);

/** 19 MiB and 2 passes: the first recommendation of OWASP for argon2id; about 60 ms on one core. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;

/** Each hash takes a core and 19 MiB while it runs, so logins could starve everything else. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 64;

/** How many passwords this process has hashed. */
export const countHashes = (): number => hashed;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return toStored(salt, await run(password, salt, cost));
}

/** `argon2id$memory$passes$parallelism$salt$tag`, the last two base64url. */
function toStored(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = cost;
  return ['argon2id', memory, passes, parallelism, salt.toString('base64url'), tag.toString('base64url')].join('$');
}

/** Hashed instead of an account's password if there is no such account, so that both take as long. */
const decoy = toStored(Buffer.alloc(16), Buffer.alloc(TAG_BYTES));

export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = (stored ?? decoy).split('$');
  const expected = Buffer.from(tag!, 'base64url');
  const actual = await run(password, Buffer.from(salt!, 'base64url'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(actual, expected) && stored !== undefined;
}

/** For new passwords; existing ones go on working. */
const MIN_PASSWORD_LENGTH = 10;

/** @throws ApiError `malformed` for a password that is among the first to be guessed. */
export async function refuseWeakPassword(password: string): Promise<void> {
  const plain = password.normalize('NFKC').trim();
  if ([...plain].length < MIN_PASSWORD_LENGTH)
    throw refuse('malformed', `The password is too short: it must have at least ${MIN_PASSWORD_LENGTH} characters`);
  // The 49,000 most common ones. Reading them takes a tenth of a second, so only setting a password does it, and no
  // login.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  if (dictionary['passwords-common'].includes(plain.toLowerCase()))
    throw refuse('malformed', 'The password is one of the most common: choose one that nobody else has');
}

let running = 0;
let hashed = 0;
const waiting: (() => void)[] = [];

async function run(
  password: string,
  nonce: Buffer,
  parameters: { memory: number; passes: number; parallelism: number },
): Promise<Buffer> {
  if (running >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING)
      throw refuse('unavailable', 'Too many people log in at once', { retryAfterSeconds: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    hashed++;
    // The same password gives the same characters, however a keyboard composes them.
    return await derive('argon2id', {
      message: Buffer.from(password.normalize('NFKC')),
      nonce,
      tagLength: TAG_BYTES,
      ...parameters,
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

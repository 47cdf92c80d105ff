/**
 * `Idempotency-Key`: a request that is sent again under the same key has its effect once, and gets the first answer
 * again. An answer is kept if it stands: that it was done, or a refusal of what was sent. Where the failure was the
 * server's, the key is given back, so that another attempt is a new one.
 *
 * An answer may say who somebody is, or hold a link that is for them alone. So it is sealed under the database's key
 * and the `Idempotency-Key` together, and only a hash of that one is stored: only a client that sends it again can
 * open the answer.
 */
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import type { Form } from './form.ts';

const DAY_MS = 86_400_000;
const MAX_KEY_LENGTH = 255;
/** A request that still has no answer after this long died with its process. */
export const ABANDONED_AFTER_MS = 90_000;
const RETRY_RUNNING_SECONDS = 1;
/** Between two attempts to give back a key. */
const GIVE_BACK_EVERY_MS = 1_000;
const PURPOSE = 'kept answer';

export interface Answer {
  readonly http: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
  /** Hashed: what finds it where it tells of somebody whom the request does not name. */
  readonly person?: string | null;
}

/** A request that carries a key. */
export interface KeyedRequest {
  /** The owner of the key; somebody else may use the same. */
  readonly owner: string;
  /** From `readKey`, or a hash of that. */
  readonly key: string;
  /** All that makes it the same request as another: from `describeRequest`, or a hash of that. */
  readonly request: string;
  /** Keyed hash of the person whom it names. */
  readonly person: string | null;
}

/** The right to run a request whose key was free. */
export interface Claim {
  readonly owner: string;
  readonly keyHash: string;
  /** Tells it from a later claim of the same key. */
  readonly claimedAt: number;
}

export interface NewClaim extends Claim {
  readonly requestHash: string;
  readonly person: string | null;
  /** From then on it is taken to have died with its process. */
  readonly abandonedAt: number;
}

/** The record under a key. */
export interface StoredAnswer {
  readonly requestHash: string;
  /** Null while the first request runs. */
  readonly http: number | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Sealed; null once the person whom the request named was erased. */
  readonly body: string | null;
}

/** The table of a server. */
export interface AnswerStorage<Db> {
  readonly db: Db;
  readonly seals: Seals;
  /**
   * Stores the claim unless the key is in use. An answer from before `expiry.answers` is forgotten first, and so is an
   * earlier claim that `expiry` says has died.
   * @returns null where the claim is stored; otherwise what is stored instead, undefined where that has just gone.
   */
  claim(claim: NewClaim, expiry: Expiry): Promise<StoredAnswer | null | undefined>;
  /** False where the claim is not ours any more. */
  keep(db: Db, claim: Claim, sealed: Answer): Promise<boolean>;
  giveBack(claim: Claim): Promise<void>;
}

/** How the database's key hashes and seals. */
export interface Seals {
  hash(purpose: string, ...parts: readonly string[]): string;
  seal(purpose: string, text: string, ...about: readonly string[]): string;
  unseal(purpose: string, text: string, ...about: readonly string[]): string;
}

/** Moments up to which what is stored counts no more. */
export interface Expiry {
  readonly answers: number;
  readonly claims: number;
  /** A claim from after this was made by a clock that was wrong. */
  readonly claimsAhead: number;
}

export interface Attempt<Db> {
  /**
   * Does what was asked for. Where that is a transaction, it keeps its answer in the same one, so that a crash leaves
   * both or neither.
   */
  work(keep: (transaction: Db, answer: Answer) => Promise<void>): Promise<Answer>;
  toAnswer(refusal: ApiError): Answer;
  /** Is told that the key could not be given back at once: it is tried again until the claim expires by itself. */
  noteFailure(failure: unknown): void;
}

/** The answer to a request that is sent again after the person whom it named was erased. */
export const erased = refuse('userNotFound', 'The person whom this request named was erased');

const stillRunning = (said?: string): ApiError =>
  refuse('stillRunning', said, { retryAfterSeconds: RETRY_RUNNING_SECONDS });

/**
 * @throws ApiError `keyReused` for another request under the same key, `stillRunning` while the first one runs, and
 * whatever the work throws.
 */
export async function answerOnce<Db>(
  storage: AnswerStorage<Db>,
  request: KeyedRequest,
  now: number,
  { work, toAnswer, noteFailure }: Attempt<Db>,
): Promise<Answer & { readonly replayed: boolean }> {
  const { db, seals } = storage;
  const { owner, key, person } = request;
  const claim = { owner, keyHash: hashKey(seals, owner, key), claimedAt: now };
  const requestHash = hashRequest(seals, request.request);
  const abandonedAt = now + ABANDONED_AFTER_MS;
  await owedOf(db as object).get(idOf(claim))?.();
  const stored = await storage.claim({ ...claim, requestHash, person, abandonedAt }, expiryAt(now));
  if (stored !== null) return { ...replay(seals, request, stored, requestHash), replayed: true };

  const keep = (transaction: Db, answer: Answer) =>
    storage.keep(transaction, claim, { ...answer, body: sealAnswer(seals, owner, key, answer.body) });
  let isKept = false;
  try {
    const answer = await work(async (transaction, given) => {
      // Taken for abandoned and run again elsewhere: this run must not have its effect too.
      if (!(await keep(transaction, given))) throw stillRunning('The request took too long and was given up');
      isKept = true;
    });
    if (!isKept) await keep(db, answer);
    return { ...answer, replayed: false };
  } catch (error) {
    try {
      if (error instanceof ApiError && stands(error)) await keep(db, toAnswer(error));
      else await storage.giveBack(claim);
    } catch (failure) {
      oweBack(storage, claim);
      noteFailure(failure);
    }
    throw error;
  }
}

/**
 * Keys that could not be given back when their requests failed, by database: a full disk fails both. Until they are,
 * they would answer “still running” to whoever does what they were told, and tries again.
 */
const owed = new WeakMap<object, Map<string, () => Promise<void>>>();

const idOf = ({ owner, keyHash }: Claim): string => `${owner} ${keyHash}`;

function owedOf(db: object): Map<string, () => Promise<void>> {
  let ofDatabase = owed.get(db);
  if (!ofDatabase) owed.set(db, (ofDatabase = new Map()));
  return ofDatabase;
}

/** A request with the key tries first; and a timer does, since the next request may come to another instance. */
function oweBack<Db>(storage: AnswerStorage<Db>, claim: Claim): void {
  const all = owedOf(storage.db as object);
  const id = idOf(claim);
  const forget = () => {
    clearInterval(timer);
    if (all.get(id) === giveBack) all.delete(id);
  };
  const giveBack = () => storage.giveBack(claim).then(forget);
  let attempts = ABANDONED_AFTER_MS / GIVE_BACK_EVERY_MS;
  const timer = setInterval(() => {
    attempts -= 1;
    if (attempts < 0) forget();
    else giveBack().catch(() => {});
  }, GIVE_BACK_EVERY_MS).unref();
  all.set(id, giveBack);
}

/** A refusal of a request is an answer like any other; a failure of ours is worth another try. */
const stands = ({ http, retryAfterSeconds }: ApiError): boolean =>
  http < 500 && http !== 429 && retryAfterSeconds === undefined;

function replay(
  seals: Seals,
  { owner, key }: KeyedRequest,
  stored: StoredAnswer | undefined,
  requestHash: string,
): Answer {
  if (stored && stored.requestHash !== requestHash) throw refuse('keyReused');
  if (!stored || stored.http === null) throw stillRunning();
  const { http, headers, body } = stored;
  return body === null
    ? { http: erased.http, headers: {}, body: JSON.stringify(erased.toEnvelope()) }
    : { http, headers, body: seals.unseal(PURPOSE, body, owner, key) };
}

export const expiryAt = (now: number): Expiry => ({
  answers: now - DAY_MS,
  claims: now - ABANDONED_AFTER_MS,
  claimsAhead: now + ABANDONED_AFTER_MS,
});

export const hashKey = (seals: Seals, owner: string, key: string): string => seals.hash('idempotency key', owner, key);
export const hashRequest = (seals: Seals, request: string): string => seals.hash('request', request);
export const sealAnswer = (seals: Seals, owner: string, key: string, body: string): string =>
  seals.seal(PURPOSE, body, owner, key);

/** @throws ApiError `malformed` */
export function readKey(header: string): string {
  if (header === '' || header.length > MAX_KEY_LENGTH)
    throw refuse('malformed', `Header Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters`);
  return header;
}

/**
 * Everything that makes two requests the same; a multipart boundary does not.
 * @param except - fields that may differ, such as how long a form was on show.
 */
export function describeRequest(about: readonly string[], form: Form, except: readonly string[] = []): string {
  const fields = Object.entries(form.fields)
    .filter(([name]) => !except.includes(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const files = form.files.map(({ field, digest }) => [field, digest]);
  return JSON.stringify([...about, fields, files]);
}

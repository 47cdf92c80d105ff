/**
 * `Idempotency-Key`: a request that is sent again under the same key has its effect once, and gets the first answer
 * again. An answer is kept if it stands: that it was done, or a refusal of what was sent. Where the failure was the
 * server's, the key is given back, so that another attempt is a new one.
 *
 * An answer may say who somebody is, or hold a link that is for them alone. So it is sealed under the database's key
 * and the `Idempotency-Key` together, and only a hash of that one is stored: only a client that sends it again can
 * open the answer.
 */
import { sql, type Generated, type Kysely } from 'kysely';
import { ApiError, refuse } from '../contract/endpoints/errors.ts';
import { inTransaction } from './databases/transaction.ts';
import { subjectOf } from './reviews/review-authors.ts';
import { keyOf, type DataKey } from './secrets/data-key.ts';

const DAY_MS = 86_400_000;
/** A request that still has no answer after this long died with its process. */
export const ABANDONED_AFTER_MS = 90_000;
const RETRY_RUNNING_SECONDS = 1;
/** Between two attempts to give back a key. */
const GIVE_BACK_EVERY_MS = 1_000;
const PURPOSE = 'kept answer';
/** Stands for our own address; JSON has it in no other place, since it escapes such a character. */
const HERE = '\u0001';

/** The columns that the tables of both programs have. */
export interface KeptAnswerTable {
  /** Keyed hash of the `Idempotency-Key`. */
  key_hash: string;
  /** Keyed hash of the operation and everything that was sent. */
  request_hash: string;
  /** JSON object of the answer's headers. */
  headers: string;
  /** Sealed: it opens for a client with the key. Empty while there is none, and once its person has been erased. */
  body: string | null;
  /** Who runs or ran the first request; null where an earlier version did. */
  claimed_by: string | null;
  /** Keyed hash of the person whom the request named, or who wrote the review in the answer. */
  person_hash: string | null;
  created_at: number;
  /** Past this moment a request without an answer has died with its process. */
  running_until: Generated<number>;
}

/** The table of a program, and the columns that each calls by a name of its own. */
export interface AnswerTable {
  readonly name: string;
  readonly owner: string;
  /** HTTP status; null while the first request runs. */
  readonly status: string;
}

export interface Answer {
  readonly http: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
}

/** A request that carries a key. */
export interface KeyedRequest {
  /** The owner of the key; somebody else may use the same. */
  readonly owner: string;
  readonly key: string;
  /** All that makes it the same request as another. */
  readonly request: string;
  /** The domain; '' where there is none. */
  readonly business: string;
  /** E-mail address of the person whom it names. */
  readonly email: string | undefined;
  /** Who runs it. */
  readonly claimedBy: string;
  /** The address of our own that links in the answer begin with: a new one holds for it, too. */
  readonly publicUrl?: string;
}

export interface Attempt<Tables> {
  /**
   * Does what was asked for. Where that is a transaction, it keeps its answer in the same one, so that a crash leaves
   * both or neither.
   */
  work(keep: (transaction: Kysely<Tables>, answer: Answer) => Promise<void>): Promise<Answer>;
  toAnswer(refusal: ApiError): Answer;
  /** Is told that the key could not be given back at once: it is tried again until the claim expires by itself. */
  noteFailure(failure: unknown): void;
}

/** The right to run a request whose key was free. */
interface Claim {
  readonly owner: string;
  readonly keyHash: string;
  /** Tells it from a later claim of the same key. */
  readonly claimedAt: number;
}

interface StoredAnswer {
  readonly requestHash: string;
  readonly http: number | null;
  readonly headers: string;
  /** Empty where there is none, and once the person whom the request named was erased. */
  readonly body: string | null;
  readonly claimedBy: string | null;
}

/** The answer to a request that is sent again after the person whom it named was erased. */
export const erased = refuse('userNotFound', 'The person whom this request named was erased');

const stillRunning = (said?: string): ApiError =>
  refuse('stillRunning', said, { retryAfterSeconds: RETRY_RUNNING_SECONDS });

export class KeptAnswers<Tables> {
  readonly #db: Kysely<Tables>;
  readonly #key: DataKey;
  readonly #table;
  readonly #owner;
  readonly #status;
  readonly #hasDied: (claimedBy: string) => boolean;

  /** @param hasDied whether who made a claim has certainly died: then nobody waits until it is taken for abandoned. */
  constructor(db: Kysely<Tables>, { name, owner, status }: AnswerTable, hasDied = (_claimedBy: string) => false) {
    this.#db = db;
    this.#key = keyOf(db);
    this.#table = sql.ref(name);
    this.#owner = sql.ref(owner);
    this.#status = sql.ref(status);
    this.#hasDied = hasDied;
  }

  /**
   * @throws ApiError `keyReused` for another request under the same key, `stillRunning` while the first one runs, and
   * whatever the work throws.
   */
  async once(
    request: KeyedRequest,
    now: number,
    { work, toAnswer, noteFailure }: Attempt<Tables>,
  ): Promise<Answer & { readonly replayed: boolean }> {
    const claim = { owner: request.owner, keyHash: hashKey(this.#key, request.owner, request.key), claimedAt: now };
    await owedOf(this.#db).get(idOf(claim))?.();
    const stored = await inTransaction(this.#db, (transaction) => this.#claim(transaction, claim, request));
    if (stored !== null) return { ...this.#replay(request, stored), replayed: true };

    let isKept = false;
    try {
      const answer = await work(async (transaction, given) => {
        // Taken for abandoned and run again elsewhere: this run must not have its effect too.
        if (!(await this.#keep(transaction, claim, request, given)))
          throw stillRunning('The request took too long and was given up');
        isKept = true;
      });
      if (!isKept) await this.#keep(this.#db, claim, request, answer);
      return { ...answer, replayed: false };
    } catch (error) {
      try {
        if (error instanceof ApiError && stands(error)) await this.#keep(this.#db, claim, request, toAnswer(error));
        else await this.#giveBack(claim);
      } catch (failure) {
        oweBack(this.#db, claim, () => this.#giveBack(claim));
        noteFailure(failure);
      }
      throw error;
    }
  }

  /** Forgets what was answered to requests that named this person; sent again, they still have no second effect. */
  async erase(business: string, email: string): Promise<number> {
    const { numAffectedRows } = await sql`
      update ${this.#table} set headers = '{}', body = '', person_hash = null
      where person_hash = ${this.#key.person(business, email)} and ${this.#status} is not null`.execute(this.#db);
    return Number(numAffectedRows);
  }

  /** Drops every answer that was kept long enough. */
  async forgetOld(now: number): Promise<void> {
    await sql`delete from ${this.#table} where created_at <= ${now - DAY_MS}`.execute(this.#db);
  }

  /** @returns null where the claim is stored; otherwise what is stored instead, undefined where that has just gone. */
  async #claim(db: Kysely<Tables>, claim: Claim, keyed: KeyedRequest): Promise<StoredAnswer | null | undefined> {
    const { owner, keyHash, claimedAt } = claim;
    const { request, business, email, claimedBy } = keyed;
    const abandonedAt = claimedAt + ABANDONED_AFTER_MS;
    // A claim of the future is of a clock that was wrong.
    await sql`
      delete from ${this.#table} where ${this.#at(claim)} and (created_at <= ${claimedAt - DAY_MS}
        or ${this.#status} is null and (running_until <= ${claimedAt} or created_at > ${abandonedAt}))`.execute(db);
    const { numAffectedRows } = await sql`
      insert into ${this.#table}
        (${this.#owner}, key_hash, request_hash, headers, body, created_at, running_until, person_hash, claimed_by)
      values (${owner}, ${keyHash}, ${hashRequest(this.#key, request)}, '{}', '', ${claimedAt}, ${abandonedAt},
        ${email === undefined ? null : this.#key.person(business, email)}, ${claimedBy})
      on conflict do nothing`.execute(db);
    if (numAffectedRows !== 0n) return null;
    const { rows } = await sql<StoredAnswer>`
      select request_hash as "requestHash", ${this.#status} as http, headers, body, claimed_by as "claimedBy"
      from ${this.#table} where ${this.#at(claim)}`.execute(db);
    const [kept] = rows;
    if (kept?.http !== null || !kept.claimedBy || !this.#hasDied(kept.claimedBy)) return kept;
    await sql`
      delete from ${this.#table}
      where ${this.#at(claim)} and ${this.#status} is null and claimed_by = ${kept.claimedBy}`.execute(db);
    return this.#claim(db, claim, keyed);
  }

  /** False where the claim is not ours any more. */
  async #keep(
    db: Kysely<Tables>,
    claim: Claim,
    { owner, key, business, publicUrl }: KeyedRequest,
    { http, headers, body }: Answer,
  ): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update ${this.#table} set ${this.#status} = ${http}, headers = ${JSON.stringify(headers)},
        body = ${sealAnswer(this.#key, owner, key, publicUrl ? body.replaceAll(`"${publicUrl}/`, `"${HERE}/`) : body)},
        person_hash = coalesce(person_hash, ${reviewerIn(this.#key, business, body)})
      where ${this.#running(claim)}`.execute(db);
    return numAffectedRows !== 0n;
  }

  async #giveBack(claim: Claim): Promise<void> {
    await sql`delete from ${this.#table} where ${this.#running(claim)}`.execute(this.#db);
  }

  #at = ({ owner, keyHash }: Claim) => sql`${this.#owner} = ${owner} and key_hash = ${keyHash}`;

  #running = (claim: Claim) => sql`${this.#at(claim)} and ${this.#status} is null and created_at = ${claim.claimedAt}`;

  #replay({ owner, key, request, publicUrl }: KeyedRequest, stored: StoredAnswer | undefined): Answer {
    if (stored && stored.requestHash !== hashRequest(this.#key, request)) throw refuse('keyReused');
    if (!stored || stored.http === null) throw stillRunning();
    const { http, headers, body } = stored;
    return body
      ? {
          http,
          headers: JSON.parse(headers) as Answer['headers'],
          body: this.#key.unseal(PURPOSE, body, owner, key).replaceAll(`"${HERE}/`, `"${publicUrl}/`),
        }
      : { http: erased.http, headers: {}, body: JSON.stringify(erased.toEnvelope()) };
  }
}

/** Finds the answer by the author of the review in it, who may have given no address. */
function reviewerIn(key: DataKey, business: string, json: string): string | null {
  const { product_review: review } = JSON.parse(json) as { product_review?: { id?: unknown } };
  return business !== '' && typeof review?.id === 'number'
    ? key.person(business, subjectOf({ kind: 'product', number: review.id }))
    : null;
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
function oweBack(db: object, claim: Claim, giveItBack: () => Promise<void>): void {
  const all = owedOf(db);
  const id = idOf(claim);
  const forget = () => {
    clearInterval(timer);
    if (all.get(id) === giveBack) all.delete(id);
  };
  const giveBack = () => giveItBack().then(forget);
  let attempts = ABANDONED_AFTER_MS / GIVE_BACK_EVERY_MS;
  const timer = setInterval(() => {
    attempts -= 1;
    if (attempts < 0) forget();
    else giveBack().catch(() => {});
  }, GIVE_BACK_EVERY_MS).unref();
  all.set(id, giveBack);
}

/** A refusal of a request is an answer like any other; a failure of ours is worth another try. */
export const stands = ({ http, retryAfterSeconds }: ApiError): boolean =>
  http < 500 && http !== 429 && retryAfterSeconds === undefined;

export const hashKey = (key: DataKey, owner: string, given: string): string =>
  key.hash('idempotency key', owner, given);
export const hashRequest = (key: DataKey, request: string): string => key.hash('request', request);
export const sealAnswer = (key: DataKey, owner: string, given: string, body: string): string =>
  key.seal(PURPOSE, body, owner, given);

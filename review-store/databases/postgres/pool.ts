/**
 * Connections to PostgreSQL that give up. A server that is stopped, or a network that is cut, says nothing at all; who
 * waits for it would wait for as long as the system keeps the connection, which is hours.
 */
import type { PostgresPool as KyselyPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { StorageWatch } from '../storage-watch.ts';
import { named } from './errors.ts';

const CONNECTIONS = 10;
/** For a connection that is free, or a new one. */
const CONNECT_MS = 3_000;
/** So long a statement goes without an answer before the server is asked whether it is there. */
const SILENCE_MS = 2_000;
/** And so long it has to say so, on a connection of its own. */
const SIGN_OF_LIFE_MS = 2_000;
/** For a statement of a server that is there. */
const STATEMENT_MS = 30_000;
/**
 * A transaction whose client was cut off holds its locks until the server ends it. It waits for nothing but statements
 * of this process, each of which follows the one before at once.
 */
const IDLE_IN_TRANSACTION_MS = 4_000;

const INT8 = 20;
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

export class PostgresPool implements KyselyPool {
  /** Trying to write takes a transaction, so it is tried only after a write has failed. */
  readonly watch = new StorageWatch();
  /** An upgrade, before anything is served, may take its time. */
  readonly patience = { isEndless: true };
  readonly #pool: pg.Pool;
  readonly #server: Server;
  readonly #clients = new WeakMap<pg.PoolClient, PatientClient>();

  constructor(databaseUrl: string) {
    this.#server = new Server(databaseUrl);
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      types,
    });
    // A connection that breaks fails the query that uses it and is replaced at the next use. Without listeners one that
    // breaks between two queries, in the pool or in a transaction, would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  get options(): pg.PoolOptions {
    return this.#pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#connect().catch((error: unknown) => {
      throw named(error);
    });
    // No cursors: nothing here reads rows piece by piece.
    return client as unknown as PostgresPoolClient;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  async #connect(): Promise<PatientClient> {
    const given = await this.#pool.connect();
    const client = this.#clients.get(given) ?? new PatientClient(given, this.#server, this);
    this.#clients.set(given, client);
    await client.prepare();
    return client;
  }
}

/** A connection that is thrown out of the pool once a statement of it was given up. */
class PatientClient {
  readonly #client: pg.PoolClient;
  readonly #server: Server;
  readonly #pool: PostgresPool;
  #isPrepared = false;
  #isGivenUp = false;

  constructor(client: pg.PoolClient, server: Server, pool: PostgresPool) {
    this.#client = client;
    this.#server = server;
    this.#pool = pool;
  }

  async prepare(): Promise<void> {
    if (this.#isPrepared || this.#pool.patience.isEndless) return;
    try {
      await this.#answerOf(this.#client.query(`set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`));
      this.#isPrepared = true;
    } catch (error) {
      this.release(true);
      throw error;
    }
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    try {
      if (this.#isGivenUp) throw noAnswer();
      const answer = this.#client.query(sql, parameters as unknown[]);
      return await (this.#pool.patience.isEndless ? answer : this.#answerOf(answer));
    } catch (error) {
      const said = named(error);
      this.#pool.watch.noteFailure(said);
      throw said;
    }
  }

  release(isBroken: boolean): void {
    this.#client.release(isBroken || this.#isGivenUp);
  }

  async #answerOf<Result>(answer: Promise<Result>): Promise<Result> {
    const silence = Promise.withResolvers<never>();
    const end = performance.now() + STATEMENT_MS;
    let timer = setTimeout(() => void listen(), SILENCE_MS);
    let isOver = false;
    const listen = async () => {
      const isThere = performance.now() < end && (await this.#server.isThere());
      if (isOver) return;
      if (isThere) timer = setTimeout(() => void listen(), SILENCE_MS);
      else silence.reject(noAnswer());
    };
    try {
      return await Promise.race([answer, silence.promise]);
    } catch (error) {
      this.#isGivenUp ||= (error as { code?: unknown }).code === 'ETIMEDOUT';
      throw error;
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  }
}

/** Asked once for all who want to know at the same time. */
class Server {
  readonly #url: string;
  #asking: Promise<boolean> | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  isThere(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: SIGN_OF_LIFE_MS });
    client.on('error', () => {});
    try {
      await client.connect();
      void client.end().catch(() => {});
      return true;
    } catch (error) {
      // A refusal is an answer: that there are too many connections, say. One that starts or ends is away.
      return error instanceof pg.DatabaseError && !error.code?.startsWith('57P');
    }
  }
}

const noAnswer = (): Error => Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' });

/**
 * Where the tokens of accounts and the log of their calls are kept: three tables in the database of the program that
 * makes the calls. Several processes may share them. Moments are milliseconds since 1970 (UTC).
 */
import {
  OperationNodeTransformer,
  type IdentifierNode,
  type Kysely,
  type KyselyPlugin,
  type QueryExecutorProvider,
} from 'kysely';
import { viewOf } from '../review-store/databases/engine.ts';

/** The user token of each account, encrypted. */
export interface UpstreamSessionTable {
  /** Fingerprint of the API's URL and the account. */
  account: string;
  sealed_token: string;
  expires_at: number | null;
  obtained_at: number;
}

/** Rows that transactions lock first, so that they come one after another on both databases; see `takeTurn`. */
export interface UpstreamGateTable {
  name: string;
  revision: number;
  /** On the gate `budget`: no call before this moment, since the API asked for a pause. */
  closed_until: number;
}

/** The sliding log of calls to the API. */
export interface UpstreamCallTable {
  id: string;
  lane: string;
  /** When the call ended; while it runs, its deadline. */
  ended_at: number;
  /** The process that makes it, while it runs. */
  running_by: string | null;
}

export interface UpstreamTables {
  upstream_session: UpstreamSessionTable;
  upstream_gate: UpstreamGateTable;
  upstream_call: UpstreamCallTable;
}

export type Place = Kysely<UpstreamTables>;

/** A database or a transaction as such a place. @param names - of its tables, where they are called otherwise. */
export function placeIn(db: QueryExecutorProvider, names?: Readonly<Record<keyof UpstreamTables, string>>): Place {
  const place = viewOf<UpstreamTables>(db);
  return names === undefined ? place : place.withPlugin(new OtherNames(names));
}

class OtherNames extends OperationNodeTransformer implements KyselyPlugin {
  readonly #names: Readonly<Record<string, string>>;

  constructor(names: Readonly<Record<string, string>>) {
    super();
    this.#names = names;
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => this.transformNode(node);
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;

  protected override transformIdentifier(node: IdentifierNode): IdentifierNode {
    return { ...node, name: this.#names[node.name] ?? node.name };
  }
}

/**
 * Makes transactions come one after another: the first to lock this row goes on, the others wait until it commits. In
 * SQLite it takes the write lock before anything is read, in PostgreSQL the lock of the row.
 * @returns the number of this turn, from 1.
 */
export async function takeTurn(place: Place, name: string): Promise<number> {
  const { revision } = await place
    .insertInto('upstream_gate')
    .values({ name, revision: 1, closed_until: 0 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ revision: eb('upstream_gate.revision', '+', 1) })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

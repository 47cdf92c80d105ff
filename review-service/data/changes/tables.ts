/** The changes of all that shoppers may see: the migration 0020-changes makes what notes them. */

/** A kind of thing that shoppers see, by its table. */
export type ChangingKind =
  | 'business'
  | 'product'
  | 'product_review'
  | 'review'
  | 'comment'
  | 'product_question'
  | 'question';

/** The last change of each thing; what was deleted keeps its row. */
export interface ChangeTable {
  business_id: number;
  kind: ChangingKind;
  item_id: number;
  /** Counted over all businesses. */
  number: number;
  /** The transaction on PostgreSQL, whose order comes before that of the numbers; 0 on SQLite. */
  tx: number;
}

/** Each start of a service; see epochs.ts. */
export interface ChangeEpochTable {
  id: number;
  token: string;
  /** Greater than that of every change there was. */
  number: number;
}

/** One row: a view. */
export interface ChangeHorizonTable {
  /** The last number that was taken. */
  number: number;
  /** Every transaction below is over. */
  settled: number;
  /** No transaction of this database server has come so far. */
  unused: number;
}

export interface ChangeTables {
  change: ChangeTable;
  change_epoch: ChangeEpochTable;
  change_horizon: ChangeHorizonTable;
}

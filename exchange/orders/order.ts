/** An order as a file has it, under the names of the API. */
import type { BrokenRow, Row } from '../reading/separated.ts';

export const orderFields = [
  'email',
  'order_id',
  'order_date',
  'first_name',
  'last_name',
  'product_skus',
  'language',
] as const;
export type OrderField = (typeof orderFields)[number];

export interface FoundOrder {
  /** Where it begins, from 1. */
  readonly line: number;
  /** As the API takes them; '' for what the file does not say. */
  readonly fields: Readonly<Record<OrderField, string>>;
}

/** An order, a row that is none, or an order about which nobody asks: cancelled, refunded or not paid. */
export type Found = FoundOrder | BrokenRow | { readonly line: number; readonly leftOut: string };

/** The content of a column. Those beyond the API's names are for single formats. */
export type Field =
  | OrderField
  /** The name that customers know the order by, where the file has another one beside it. */
  | 'order_number'
  /** First and last name in one. */
  | 'name'
  /** The skus of one line item, or of several with what else is known of them. */
  | 'line_items'
  /** Whether the order is one to ask about. */
  | 'state'
  | 'cancelled';

/** A format: its columns, and what their values mean. */
export interface OrderFormat {
  /** Of each of these lists, one has to be there. */
  readonly required: readonly (readonly Field[])[];
  /** Titles as programs write them; `#` stands for a number. Of several, an earlier one counts before a later one. */
  readonly columns: readonly (readonly [title: string, field: Field])[];
  /** Orders in these states, in lower case, are asked about, and those in the others are left out. */
  readonly states?: { readonly asked: readonly string[]; readonly leftOut: readonly string[] };
  /** The skus in a cell of line items; by default the cell is one. */
  readonly skusIn?: (cell: string) => string[];
}

/** Rows that stand together and are of one order. */
export type Rows = readonly [Row, ...Row[]];

import type { Row } from '../reading/separated.ts';
import type { Field } from './format.ts';
import type { Layout } from './layout.ts';

/** A row by what its columns mean. */
export class Cells {
  readonly line: number;
  readonly #row: Row;
  readonly #layout: Layout;

  constructor(row: Row, layout: Layout) {
    this.line = row.line;
    this.#row = row;
    this.#layout = layout;
  }

  /** Whether the file has a column for it. */
  has(field: Field): boolean {
    return this.#layout.sources.has(field);
  }

  /** The first cell that is not empty; '' if there is none. */
  get(field: Field): string {
    return this.all(field)[0] ?? '';
  }

  /** Cells that are not empty, of the columns that win first. */
  all(field: Field): string[] {
    return (this.#layout.sources.get(field) ?? []).flatMap((column) => this.#row.all(column));
  }

  /** Answers to the shop's own questions. */
  attributes(): { readonly name: string; readonly value: string }[] {
    return this.#layout.attributes.flatMap(({ column, name }) => {
      const value = this.#row.get(column);
      return value === '' ? [] : [{ name, value }];
    });
  }

  /** Whether a column holds anything here. */
  isFilled(column: string): boolean {
    return this.#row.get(column) !== '';
  }
}

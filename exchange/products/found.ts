/** A product as a file has it, before anybody has looked at it closely. */
export interface FoundProduct {
  /** Where it stands in the file, from 1. */
  readonly line: number;
  /** By the API's own names, as text. Empty is absent; null takes away what was known. */
  readonly fields: Readonly<Record<string, string | null>>;
  /** In the program of the shop, where reviews are known by it. */
  readonly number?: string;
  /** Their names, where a format has more to say than the names with commas between them that `fields` can hold. */
  readonly categories?: readonly string[];
  readonly imageUrls?: readonly string[];
  /** When its price changes, if the file says so; in milliseconds since 1970. */
  readonly changesAt?: number;
  /** Faults in the fields that the format's reader could not read. */
  readonly faults?: readonly string[];
}

/** One entry of a file: a product, something else, or a product that the shop does not show. */
export type Found =
  | FoundProduct
  | { readonly line: number; readonly refused: string }
  | { readonly isUnpublished: true };

/** Reviews as files of other programs have them, after all that their formats fix has been settled. */
import type { AspectRating } from '../../contract/entities/entities.ts';

export interface ImportedReview {
  /** Where its row begins in the file, from 1. */
  readonly line: number;
  /** The number that the vendor knows it by; null where the file has none. */
  readonly vendorId: string | null;
  /** Null for a review of the shop. */
  readonly product: ProductNames | null;
  /** 1 to 5. */
  readonly stars: number;
  /** May be empty, as may the text. */
  readonly title: string;
  readonly content: string;
  readonly firstName: string;
  /** One letter, or empty. */
  readonly lastName: string;
  /** In lower case. */
  readonly email: string | null;
  readonly location: string | null;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly state: ImportedState;
  /** Null where no column says it. */
  readonly verified: boolean | null;
  readonly incentivised: boolean | null;
  readonly reply: ImportedReply | null;
  /** Addresses of pictures, all of them https. */
  readonly photos: readonly string[];
  readonly refusedPhotos: readonly RefusedPhoto[];
  readonly votesUp: number;
  readonly votesDown: number;
  readonly orderId: string | null;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  /** A data source of the API; empty for reviews that are the shop's own. */
  readonly datasource: string;
  /** Where it comes from a program that keeps reviews as this one does. */
  readonly beside?: BesideReview;
  /** All of it, where its file says all. */
  readonly restored?: RestoredReview;
}

/** The part of a review that such a program says beside all that files of vendors say. */
export interface BesideReview {
  /** Its number there, which it keeps here where that is free. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly published: number | null;
  readonly removed: number | null;
  /** Captions of pictures, by their addresses. */
  readonly captions: ReadonlyMap<string, string>;
  /** Who collected it, as shoppers read it; null for the shop itself. */
  readonly collectedBy: string | null;
  /** Of a review of the shop; null for one of a product. */
  readonly ofShop: BesideShopReview | null;
}

export interface BesideShopReview {
  /** The overall rating comes first. */
  readonly ratings: readonly AspectRating[];
  readonly tip: string | null;
  readonly labels: readonly string[];
  readonly source: string | null;
  readonly edited: number | null;
  /** JSON of the OriginalReview that it updates. */
  readonly updatedFor: string | null;
}

/** A review of the format `plaudit`, by the names of its line. */
export interface RestoredReview {
  readonly number: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The names of a product in a file; each is empty where it does not say it. */
export interface ProductNames {
  readonly sku: string;
  readonly id: string;
  readonly handle: string;
  readonly url: string;
  readonly title: string;
}

export interface ImportedReply {
  readonly content: string;
  /** Milliseconds since 1970; null where the file does not say it. */
  readonly created: number | null;
  readonly modified?: number | null;
}

export interface RefusedPhoto {
  readonly url: string;
  readonly reason: string;
}

export interface ImportedState {
  readonly is: 'published' | 'pending' | 'removed';
  /** Why it is not published. */
  readonly reason: string | null;
}

/** Why reviews wait that an import brought. */
export const NEVER_PUBLISHED = 'never published where it was collected';
export const UNKNOWN_STATE = 'its state is not known here';

/** The content of a row. One row may hold several reviews, or none. */
export type Found = ImportedReview | RefusedRow;

/** A row that is not taken. The reason names no person, and repeats no text of the row. */
export interface RefusedRow {
  readonly line: number;
  readonly refused: string;
}

/** The sources of imports. */
import type { Found } from '../../../exchange/reviews/imported-review.ts';
import type { Noted } from './audit.ts';

/** A file of reviews, or another server that has some. */
export interface ReviewSource extends Noted {
  readonly format: { readonly name: string; readonly isVendor: boolean; readonly vendor: string };
  /** By which its reviews are told from those of others; by default, its format. */
  readonly vendor?: string;
  /** How many reviews it holds, those that are refused included, as far as that is known. */
  readonly expected: number;
  read(): AsyncIterable<Found | Between>;
}

/** Work between reviews, once those before it are stored. */
export interface Between {
  readonly mayBringProducts: boolean;
  settle(importId: number): Promise<void>;
}

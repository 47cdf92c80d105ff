import type { ProductReview, Review } from '../../contract/entities.ts';
import type { Key } from '../locales/catalogue.ts';
import type { Values } from '../locales/i18n.ts';

/** A photo in the dialog. */
export interface Photo {
  readonly small: string;
  readonly large: string;
  readonly caption: string;
  readonly author: string;
  /** The review that it belongs to, which the dialog shows beside it. */
  readonly review?: ProductReview | Review;
}

/** Translates a text of the main catalogue. */
export type Translate = (key: Key, values?: Values) => string;

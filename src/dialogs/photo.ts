import type { ProductReview, Review } from '../../contract/entities/entities.ts';
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

/** Says a text in the language of the element. */
export type Translate = (key: Key, values?: Values) => string;

import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import type { Database } from '../../data/tables.ts';
import type { PictureWriter } from './pictures.ts';

/** All that the lines of a page are made with. */
export interface LineMaking {
  readonly db: Database;
  readonly business: BusinessRow;
  readonly pictures: PictureWriter;
}

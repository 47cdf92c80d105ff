/** Times of the demo data as answers say them. */
import { formatDateTime, formatRfc } from '../../../contract/entities/dates.ts';

export const created = (time: number) => ({ created: formatDateTime(time), createdRFC: formatRfc(time) });
export const published = (time: number | null) =>
  time === null
    ? { published: 'pending' as const, publishedRFC: null }
    : { published: formatDateTime(time), publishedRFC: formatRfc(time) };
export const neverModified = { modified: null, modifiedRFC: null };

import { formatDateTime } from '../../contract/dates.ts';
import { findOrMakeWriteLink } from '../pages/write-links.ts';
import type { Operation } from './call.ts';

export const getWriteLink: Operation<'getWriteLink'> = async ({ service, db, business, now }) => {
  const { hash, expiresAt } = await findOrMakeWriteLink(db, business.id, now);
  const url = `${service.addresses.publicUrl}/write/${encodeURIComponent(business.domain)}/${hash}`;
  return { url, hash, expire: formatDateTime(expiresAt) };
};

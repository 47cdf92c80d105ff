import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { BY_COMMAND, noteEvent } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';

/** The id of the account that takes reviews away, by default somebody at the command line; and now. */
export interface ExportedBy {
  readonly actor?: string;
  readonly now?: number;
}

/** For who did what, before the first byte leaves. */
export const noteExport = (
  db: Database,
  { id: businessId }: BusinessRow,
  format: string,
  { actor = BY_COMMAND, now = Date.now() }: ExportedBy,
): Promise<void> => noteEvent(db, { businessId, kind: 'exported', actor, reason: format, now });

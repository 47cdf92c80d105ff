import { noteEvent } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import type { PageCall } from '../frame/page.ts';
import type { words } from '../words/index.ts';

/**
 * For who did what: in the transaction of the change, where it has one.
 * @param setting - its page.
 */
export const noteSetting = (
  transaction: Database,
  { session: { business, account } }: PageCall,
  setting: keyof typeof words.navigation,
  now: number,
): Promise<void> =>
  noteEvent(transaction, {
    businessId: business.id,
    kind: 'settings changed',
    actor: account.id,
    reason: setting,
    now,
  });

/** A page of settings: what is kept shows in a form, and what is sent is kept unless something in it is wrong. */
import { atomically } from '../../../review-store/databases/transaction.ts';
import type { Service } from '../../context.ts';
import { noteEvent } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import type { Markup } from '../../letters/html.ts';
import type { Mistakes } from '../../pages/frame/review-form.ts';
import type { DeclarePage, PageCall } from '../frame/page.ts';
import { doneOf } from '../frame/pieces.ts';
import { words } from '../words/index.ts';

/** Of its page, `/settings/NAME`. */
type Name = keyof typeof words.navigation;

export interface Setting<Typed> {
  /** As it is kept. */
  read(call: PageCall): Promise<Typed> | Typed;
  /** As it was sent. @throws Refused for what the form cannot send. */
  typed(call: PageCall): Typed;
  /** By field; none by default. */
  mistakes?(typed: Typed): Mistakes;
  save(transaction: Database, call: PageCall, typed: Typed): Promise<unknown>;
  show(call: PageCall, typed: Typed, mistakes: Mistakes): Promise<Markup> | Markup;
  /** Said once it is saved, by default that it is. */
  readonly saved?: string;
  /** The path of a script of this page alone. */
  readonly script?: string;
}

export function declareSetting<Typed>(
  page: DeclarePage,
  { db, now }: Pick<Service, 'db' | 'now'>,
  name: Name,
  { saved = words.shop.saved, script, ...setting }: Setting<Typed>,
): void {
  const path = `/settings/${name}`;
  const show = async (call: PageCall, typed: Typed, mistakes: Mistakes = {}) => ({
    status: Object.keys(mistakes).length === 0 ? 200 : 400,
    title: words.navigation[name],
    ...doneOf(call, { saved }),
    ...(script !== undefined && { script: call.at(script) }),
    body: await setting.show(call, typed, mistakes),
  });

  page('GET', path, 'owner', async (call) => show(call, await setting.read(call)));

  page('POST', path, 'owner', async (call) => {
    const typed = setting.typed(call);
    const mistakes = setting.mistakes?.(typed) ?? {};
    if (Object.keys(mistakes).length > 0) return show(call, typed, mistakes);
    await atomically(db, async (transaction) => {
      await setting.save(transaction, call, typed);
      await noteSetting(transaction, call, name, now());
    });
    return { to: `${path}?done=saved` };
  });
}

/** For who did what: in the transaction of the change, where it has one. */
export const noteSetting = (
  transaction: Database,
  { session: { business, account } }: PageCall,
  setting: Name,
  now: number,
): Promise<void> =>
  noteEvent(transaction, {
    businessId: business.id,
    kind: 'settings changed',
    actor: account.id,
    reason: setting,
    now,
  });

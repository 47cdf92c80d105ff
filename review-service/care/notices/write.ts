import { keyOf } from '../../../review-store/secrets/data-key.ts';
import { readLook } from '../../letters/look/look.ts';
import { keepItemLinks, type NewItemLink } from '../../people/item-links.ts';
import type { Subject } from '../../data/events.ts';
import { OWN_ADDRESS, type Message } from '../../letters/mail/sending/message.ts';
import type { QueuedNotice } from '../../letters/mail/sending/outbox.ts';
import { toMessage } from '../../letters/mail/queue.ts';
import { requireBusinessById } from '../../data/require-business.ts';
import type { Database } from '../../data/tables.ts';
import { chooseWording } from '../../letters/wording/index.ts';
import { NoticeReader } from './content.ts';
import { noticeMail, type NoticeShop } from './mail.ts';
import { languageOfShop } from './owners.ts';

/**
 * The mail, of what is there now, with links that let its reader in; null if that is nothing.
 * @param id - of the mail: written again, since the server took it not, it has the same links.
 */
export async function writeNotice(
  db: Database,
  { notice, to }: QueuedNotice,
  { id, now, data }: { readonly id: string; readonly now: number } & Pick<NoticeShop, 'data'>,
): Promise<Message | null> {
  const business = await requireBusinessById(db, notice.businessId);
  const reader = new NoticeReader(db, business);
  const content = await reader.read(notice);
  const { held, questions, reports, low, more } = content;
  if ([held, questions, reports, low].flat().length === 0 && Object.values(more).every((count) => count === 0))
    return null;
  const wording = chooseWording(await languageOfShop(db, business.id));
  const others = await db.selectFrom('business').select('id').where('id', '!=', business.id).limit(1).execute();
  const reading = await db
    .selectFrom('account')
    .innerJoin('account_business', 'account_business.account_id', 'account.id')
    .select(['account.id', 'role'])
    .where('email', '=', to)
    .where('business_id', '=', business.id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  // They are not of the team any more.
  if (!reading) return null;
  const links: NewItemLink[] = [];
  const linkTo = (about: Subject): string => {
    const token = keyOf(db).hash('item link', id, about.subject, String(about.number));
    links.push({ token, accountId: reading.id, businessId: business.id, about });
    return `${OWN_ADDRESS}/console/open/${token}`;
  };
  const shop = { ...business, data, isOnly: others.length === 0, hasCommands: reading.role === 'owner', linkTo };
  const mail = noticeMail(shop, content, wording);
  await keepItemLinks(db, links, now);
  const address = { name: '', address: to };
  const message = toMessage(
    { business, to: address, ...mail, language: wording.language },
    await readLook(db, business.id),
  );
  return { ...message, quotes: [...reader.quotes] };
}

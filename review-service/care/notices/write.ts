import { readLook } from '../../letters/look/look.ts';
import type { Message } from '../../letters/mail/sending/message.ts';
import type { QueuedNotice } from '../../letters/mail/sending/outbox.ts';
import { toMessage } from '../../letters/mail/queue.ts';
import { requireBusinessById } from '../../data/require-business.ts';
import type { Database } from '../../data/tables.ts';
import { chooseWording } from '../../letters/wording/index.ts';
import { NoticeReader } from './content.ts';
import { noticeMail } from './mail.ts';
import { languageOfShop } from './owners.ts';

/** The mail, of what is there now; null if that is nothing. */
export async function writeNotice(db: Database, { notice, to }: QueuedNotice): Promise<Message | null> {
  const business = await requireBusinessById(db, notice.businessId);
  const reader = new NoticeReader(db, business);
  const content = await reader.read(notice);
  const { held, questions, reports, more } = content;
  if ([held, questions, reports].flat().length === 0 && Object.values(more).every((count) => count === 0)) return null;
  const wording = chooseWording(await languageOfShop(db, business.id));
  const others = await db.selectFrom('business').select('id').where('id', '!=', business.id).limit(1).execute();
  const mail = noticeMail({ ...business, isOnly: others.length === 0 }, content, wording);
  const address = { name: '', address: to };
  const message = toMessage(
    { business, to: address, ...mail, language: wording.language },
    await readLook(db, business.id),
  );
  return { ...message, quotes: [...reader.quotes] };
}

/** The steps of a set-up that are still undone, each with what to do about it. */
import { isPublicAddress } from '../../../server-kit/network/public-fetch.ts';
import { addressOfHost } from '../../../server-kit/network/networks.ts';
import { readSchedule } from '../../care/backups/schedule.ts';
import { listFeeds } from '../../catalogue/feeds.ts';
import type { Service } from '../../context.ts';
import { html, type Markup } from '../../letters/html.ts';
import { readSetting, writeSetting } from '../../data/settings.ts';
import type { SetUpOptions } from './set-up.ts';
import { findSomeSku } from './catalogue.ts';

const FINISHED = 'set-up finished';

/** Somebody has seen what is to be pasted. */
export const noteFinished = ({ db, now }: Service): Promise<void> => writeSetting(db, FINISHED, { at: now() });

export const isFinished = async ({ db }: Service): Promise<boolean> => (await readSetting(db, FINISHED)) !== null;

export async function findMissing(
  service: Service,
  business: string,
  options: Pick<SetUpOptions, 'directory' | 'proxyUrl'>,
): Promise<Markup[]> {
  const { db, addresses, location } = service;
  const { directory } = options;
  const proxyUrl = options.proxyUrl();
  const missing: Markup[] = [];
  const [feed] = await listFeeds(db, business);
  if (feed?.failure)
    missing.push(html`The feed of your products cannot be read: ${feed.failure}. It is tried again by itself.`);
  if ((await findSomeSku(db, business)) === undefined)
    missing.push(html`There are no products yet, and a review needs one: open the set-up again with
<strong>plaudit start --setup-link</strong>.`);
  if ([proxyUrl, addresses.publicUrl].some((url) => !isPublic(url)))
    missing.push(html`Shoppers cannot reach it yet: give both addresses a public name with https,
${proxyUrl} for shoppers and ${addresses.publicUrl} for links in mails. Then start it with
<strong>--public-url</strong> and <strong>--service-public-url</strong>.`);
  if (!service.sendsMail)
    missing.push(html`Nobody gets mail: name a mail server, <strong>PLAUDIT_SMTP_URL</strong>; until then each mail is
a file below the data directory.`);
  if ('directory' in location && (await readSchedule(db)) === null)
    missing.push(html`Nothing is backed up: keep copies elsewhere, and run
<code class="command">plaudit backup --every 24h --keep 10 --data ${directory}</code>`);
  return missing;
}

/** Whether everybody can reach it, and nobody on the way can read along. */
function isPublic(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const address = addressOfHost(hostname);
  return protocol === 'https:' && (address === null ? hostname.includes('.') : isPublicAddress(address));
}

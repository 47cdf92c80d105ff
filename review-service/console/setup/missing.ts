/** The steps of a set-up that are still undone, each with what to do about it. */
import { isPublicAddress } from '../../../server-kit/network/public-fetch.ts';
import { quoted } from '../../../server-kit/shell-words.ts';
import { addressOfHost } from '../../../server-kit/network/networks.ts';
import { readSchedule } from '../../care/backups/schedule.ts';
import { listFeeds } from '../../catalogue/feeds.ts';
import type { Service } from '../../context.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { html, type Markup } from '../../letters/html.ts';
import { readSetting, writeSetting } from '../../data/settings.ts';
import { words } from '../words/index.ts';
import { findSomeSku } from './catalogue.ts';
import { strongIn } from './screens/pages.ts';
import type { SetUpOptions } from './set-up.ts';

const { missing: said } = words.setUp;

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
  const serviceUrl = addresses.publicUrl;
  const proxyUrl = options.proxyUrl();
  const [feed] = await listFeeds(db, business);
  const isBackedUp = !('directory' in location) || (await readSchedule(db)) !== null;
  const missing = [
    feed?.failure && fill(said.feed, { failure: feed.failure }),
    (await findSomeSku(db, business)) === undefined && said.products,
    !(isPublic(proxyUrl) && isPublic(serviceUrl)) && fill(said.address, { proxyUrl, serviceUrl }),
    !service.sendsMail && said.mail,
  ].filter((text) => typeof text === 'string');
  const backup = html`${said.backup}
<code class="command">plaudit backup --every 24h --keep 10 --data ${quoted(options.directory)}</code>`;
  return [...missing.map(strongIn), ...(isBackedUp ? [] : [backup])];
}

/** Whether everybody can reach it, and nobody on the way can read along. */
function isPublic(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const address = addressOfHost(hostname);
  return protocol === 'https:' && (address === null ? hostname.includes('.') : isPublicAddress(address));
}

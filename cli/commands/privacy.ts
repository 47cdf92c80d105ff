import { text } from 'node:stream/consumers';
import { NOT_SHREDDED } from '../../review-store/shred.ts';
import { command } from '../command.ts';
import { meantBusiness } from '../business.ts';
import { businessFlags, readEmail } from './account/inputs.ts';
import type { DataLocation } from '../flags.ts';
import { findData, type ServicePlace } from '../places.ts';

type ServiceData = typeof import('../programs/service-data.ts');
type ProxyData = typeof import('../programs/proxy-data.ts');

interface Person {
  readonly business: string;
  readonly email: string;
}

const remove = command({
  name: 'privacy remove',
  summary: 'erases a customer from the data of a review service, a proxy, or both',
  flags: {
    ...businessFlags,
    email: { value: 'ADDRESS', required: true, help: "the customer's e-mail address; - reads it from standard input" },
  },
  async run(settings) {
    const business = await meantBusiness(settings);
    const email = readEmail(settings.email === '-' ? (await text(process.stdin)).trim() : settings.email);
    const [serviceData, proxyData] = await Promise.all([
      import('../programs/service-data.ts'),
      import('../programs/proxy-data.ts'),
    ]);
    const { services, proxies } = await findData(settings);
    // Before the service, because what waits in the proxy would bring them back. And after it, because the service
    // knows the names that they wrote under, and what it still had may have been mirrored meanwhile.
    const before = await Promise.all(
      proxies.map((place) => eraseFromProxy(proxyData, place, { business, email, usernames: [] })),
    );
    const usernames: string[] = [];
    for (const place of services) usernames.push(...(await eraseFromService(serviceData, place, { business, email })));
    for (const [index, place] of proxies.entries())
      sayOfProxy(place, [before[index]!, await eraseFromProxy(proxyData, place, { business, email, usernames })]);
    if (services.length === 0)
      say(
        'The review service has to erase them too: ' +
          'POST /merchant/v1/businesses/-/privacy/remove of the proxy does both',
      );
    if (proxies.length === 0) say('A proxy in front of it has to forget them too: run this on its data as well');
  },
});

export const privacy = [remove];

async function eraseFromService(
  { openServiceDatabase, eraseFromService: erase }: ServiceData,
  { location, mailDirectory }: ServicePlace,
  person: Person,
): Promise<readonly string[]> {
  await using db = await openServiceDatabase(location);
  const { reviews, requests, mails, keptAnswers, copies, isShredded, usernames } = await erase(db, {
    ...person,
    mailDirectory,
    directory: 'directory' in location ? location.directory : null,
  });
  say(
    `Erased from the review service${inDirectory(location)}: ${count(reviews, 'review')}, ` +
      `${count(requests, 'request')}, ${count(mails, 'mail')}, ${count(keptAnswers, 'kept answer')}`,
  );
  sayOfRest({ copies, isShredded });
  return usernames;
}

type ErasedHere = Awaited<ReturnType<ProxyData['eraseFromProxy']>>;

async function eraseFromProxy(
  { openProxyDatabase, eraseFromProxy: erase }: ProxyData,
  location: DataLocation,
  person: Person & { usernames: string[] },
): Promise<ErasedHere> {
  await using db = await openProxyDatabase(location);
  return await erase(db, person, Date.now());
}

function sayOfProxy(location: DataLocation, erased: readonly ErasedHere[]): void {
  const sum = (name: Exclude<keyof ErasedHere, 'isShredded'>) => erased.reduce((total, one) => total + one[name], 0);
  say(
    `Erased from the proxy${inDirectory(location)}: ${count(sum('written'), 'mirrored review')}, ` +
      `${count(sum('waiting'), 'waiting write')}, ${count(sum('keptAnswers'), 'kept answer')}`,
  );
  sayOfRest({ copies: sum('copies'), isShredded: erased.every(({ isShredded }) => isShredded) });
}

function sayOfRest({ copies, isShredded }: Pick<ErasedHere, 'copies' | 'isShredded'>): void {
  if (!isShredded) say(`Not gone from the disk yet: ${NOT_SHREDDED}, and a program of Plaudit runs on the data`);
  if (copies > 0)
    say(`Deleted what held them still: ${copies === 1 ? 'a copy' : `${copies} copies`} from before an upgrade`);
}

const inDirectory = (location: DataLocation): string => ('directory' in location ? ` in ${location.directory}` : '');
const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

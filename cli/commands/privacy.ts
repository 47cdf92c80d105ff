import { text } from 'node:stream/consumers';
import type { ServiceTables } from '../../review-service/data/tables.ts';
import { viewOf } from '../../review-store/databases/engine.ts';
import { NOT_SHREDDED } from '../../review-store/secrets/shred.ts';
import { command } from '../settings/command.ts';
import { meantBusiness } from '../business.ts';
import { businessFlags } from './account/inputs.ts';
import { Failure } from '../settings/failure.ts';
import { flag, readEmail, type DataLocation } from '../settings/flags.ts';
import { UsageError } from '../settings/settings.ts';
import {
  findNamed,
  kindFlags,
  readName,
  readNumber,
  titleOf,
  type GivenReview,
  type ReviewName,
} from './reviews/name.ts';
import { findData, type ServicePlace } from '../places.ts';
import { counted } from '../../exchange/reviews/in-words.ts';
import { say } from '../settings/printable.ts';

type ServiceData = typeof import('../programs/service-data.ts');
type ProxyData = typeof import('../programs/proxy-data.ts');

type Person = Parameters<ServiceData['eraseFromService']>[1]['person'];

interface Subject {
  readonly business: string;
  readonly person: Person;
}

const remove = command({
  name: 'privacy remove',
  purpose: 'erases a customer from the data of a review service, a proxy, or both',
  flags: {
    ...businessFlags,
    email: flag('email', {
      read: (value: string) => (value === '-' ? value : readEmail(value)),
      help: "the customer's e-mail address; - reads it from standard input",
    }),
    review: { value: 'NUMBER', read: readNumber, help: 'instead: whoever wrote this review, with all that is theirs' },
    ...kindFlags,
  },
  async run(settings) {
    const { email, review: number, product, shop } = settings;
    if ((email === undefined) === (number === undefined))
      throw new UsageError('Give either --email ADDRESS or --review NUMBER');
    const given = number === undefined ? null : readName({ number, product, shop });
    const business = await meantBusiness(settings);
    const [serviceData, proxyData] = await Promise.all([
      import('../programs/service-data.ts'),
      import('../programs/proxy-data.ts'),
    ]);
    const { services, proxies } = await findData(settings);
    const person: Person = given
      ? { review: await findReview([serviceData, proxyData], [services[0], proxies[0]], business, given) }
      : { email: email === '-' ? readEmail((await text(process.stdin)).trim()) : email! };
    // Before the service, because what waits in the proxy would bring them back. And after it, because the service
    // knows the names that they wrote under, and what it still had may have been mirrored meanwhile.
    const before = await Promise.all(
      proxies.map((place) => eraseFromProxy(proxyData, place, { business, person, usernames: [] })),
    );
    const usernames: string[] = [];
    // With the address, where the service knows one.
    let known = person;
    let reviews = 0;
    let isKnown = false;
    for (const place of services) {
      const erased = await eraseFromService(serviceData, place, { business, person });
      usernames.push(...erased.usernames);
      if ('email' in erased.person) known = erased.person;
      reviews += erased.reviews;
      isKnown ||= erased.isKnown;
    }
    for (const [index, place] of proxies.entries()) {
      const after = await eraseFromProxy(proxyData, place, { business, person: known, usernames });
      reviews += before[index]!.written + after.written;
      isKnown ||= [before[index]!, after].some(isAnything);
      sayOfProxy(place, [before[index]!, after]);
    }
    // A mirror may have followed the service by now.
    if ('review' in person && reviews === 0 && services.length > 0)
      throw new Failure(`${titleOf(person.review)} of ${business} is nowhere`);
    if ('email' in person && !isKnown && services.length > 0)
      say(`Nobody is known to ${business} by this address: there was nothing to erase`);
    if (services.length === 0)
      say(
        'The review service has to erase them too: ' +
          'POST /merchant/v1/businesses/-/privacy/remove of the proxy does both',
      );
    if (proxies.length === 0) say('A proxy in front of it has to forget them too: run this on its data as well');
  },
});

/** In the mirror, where there is no service beside a proxy. */
async function findReview(
  [programs, { openProxyDatabase }]: readonly [ServiceData, ProxyData],
  [service, proxy]: readonly [ServicePlace | undefined, DataLocation | undefined],
  business: string,
  given: GivenReview,
): Promise<ReviewName> {
  await using db = service
    ? await programs.openServiceDatabase(service.location)
    : viewOf<ServiceTables>(await openProxyDatabase(proxy!));
  const named = await findNamed(db, programs, business, given);
  if (!service && given.kind === undefined && (await programs.findKinds(db, business, given.number)).length === 0)
    throw new Failure(
      `No review ${given.number} of ${business} is mirrored here; ` +
        '--shop or --product erases what is kept of one that is gone',
    );
  return named;
}

export const privacy = [remove];

async function eraseFromService(
  { openServiceDatabase, eraseFromService: erase }: ServiceData,
  { location, ...places }: ServicePlace,
  subject: Subject,
): Promise<Awaited<ReturnType<ServiceData['eraseFromService']>>> {
  await using db = await openServiceDatabase(location);
  const erased = await erase(db, { ...subject, ...places });
  const { reviews, requests, mails, keptAnswers, copies, isShredded, missed } = erased;
  say(
    `Erased from the review service${inDirectory(location)}: ${counted(reviews, 'review')}, ` +
      `${counted(requests, 'request')}, ${counted(mails, 'mail')}, ${counted(keptAnswers, 'kept answer')}`,
  );
  sayOfRest({ copies, isShredded });
  if (places.listDirectory === null)
    say('Not noted for restores of the database: --data names the directory beside it that has the list');
  for (const directory of missed)
    say(
      `Not noted beside the backups in ${directory}, which is away or cannot be written to: ` +
        'until the next backup or erasure finds it, a restore of one of them may bring back who was erased',
    );
  return erased;
}

const isAnything = ({ written, waiting, keptAnswers }: ErasedHere): boolean => written + waiting + keptAnswers > 0;

type ErasedHere = Awaited<ReturnType<ProxyData['eraseFromProxy']>>;

async function eraseFromProxy(
  { openProxyDatabase, eraseFromProxy: erase }: ProxyData,
  location: DataLocation,
  subject: Subject & { usernames: string[] },
): Promise<ErasedHere> {
  await using db = await openProxyDatabase(location);
  return await erase(db, subject, Date.now());
}

function sayOfProxy(location: DataLocation, erased: readonly ErasedHere[]): void {
  const sum = (name: Exclude<keyof ErasedHere, 'isShredded'>) => erased.reduce((total, one) => total + one[name], 0);
  say(
    `Erased from the proxy${inDirectory(location)}: ${counted(sum('written'), 'mirrored review')}, ` +
      `${counted(sum('waiting'), 'waiting write')}, ${counted(sum('keptAnswers'), 'kept answer')}`,
  );
  sayOfRest({ copies: sum('copies'), isShredded: erased.every(({ isShredded }) => isShredded) });
}

function sayOfRest({ copies, isShredded }: Pick<ErasedHere, 'copies' | 'isShredded'>): void {
  if (!isShredded) say(`Not gone from the disk yet: ${NOT_SHREDDED}, and a program of Plaudit runs on the data`);
  if (copies > 0)
    say(`Deleted what held them still: ${copies === 1 ? 'a copy' : `${copies} copies`} from before an upgrade`);
}

const inDirectory = (location: DataLocation): string => ('directory' in location ? ` in ${location.directory}` : '');

/**
 * Where data is. People name one directory, or one database, for every command; where in it the service and the proxy
 * keep theirs is decided here, and nowhere else.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DATA, partsOf, PLACING, SETTINGS, type Program } from '../review-service/care/backups/shop-files.ts';
import { requireEntry } from '../review-store/databases/rights.ts';
import { StoreError } from '../review-store/databases/store-error.ts';
import { Failure } from './settings/failure.ts';
import { requireNoDatabase } from './settings/started-with.ts';
import { nameOf, readLocation, usualDirectory, type DataLocation, type LocationSettings } from './settings/flags.ts';

const programs = ['service', 'proxy'] as const;

/**
 * Where a program finds its data in a directory: `apart`, in a directory of its own below it (`DIR/service`,
 * `DIR/proxy`), or `together`, in the directory itself.
 */
type Layout = 'apart' | 'together';

/** Where the data of the service is, or will be, and what belongs to both programs. */
interface OwnPlaces {
  readonly service: ServicePlace;
  /** It need not exist. */
  readonly settingsFile: string;
  /** One line about data in the directory that no program uses, if there is any. */
  readonly unused: string | null;
}

/** The same for both programs. */
export interface Places extends OwnPlaces {
  readonly proxy: DataLocation;
}

export interface ServicePlace {
  readonly location: DataLocation;
  /** Where mail is written to files if there is no mail server. */
  readonly mailDirectory: string;
  /** Of the list of who was erased; null where no directory is used beside a database. */
  readonly listDirectory: string | null;
}

/**
 * The place of a service. Data stays where it is, whatever made it; data of `plaudit start` wins over data in the
 * directory itself.
 * @param fresh - the layout of what is made in an empty directory.
 * @throws UsageError for an address that is none.
 * @throws StoreError if this user may not look, or the data are in a database that is not named.
 */
export function findService(settings: LocationSettings, fresh: Layout = 'together'): OwnPlaces {
  if (settings['database-url'] === undefined) requireNoDatabase(usualDirectory(settings), ['start', 'service']);
  return findOwn(settings, fresh);
}

/** The same, whether or not a database has taken the place of what is there. */
export function findOwn(settings: LocationSettings, fresh: Layout = 'together'): OwnPlaces {
  const given = readLocation(settings);
  const { root, layouts } = survey(settings);
  const directory = directoryOf(root, 'service', layoutOf(settings, 'service', fresh));
  return {
    service: {
      location: 'directory' in given ? { ...given, directory } : given,
      mailDirectory: join(directory, 'mail'),
      listDirectory: 'directory' in given ? directory : listBeside(settings, fresh),
    },
    settingsFile: join(root, SETTINGS),
    unused: describeUnused(root, layouts, 'databaseUrl' in given),
  };
}

/**
 * The places of both programs; see `findService`. In a database, the tables of a proxy are in a schema of its own
 * beside those of the service, or where an earlier version has made them.
 * @throws StoreError if a database cannot be asked, or the data are in one that is not named.
 */
export async function findPlaces(settings: LocationSettings, fresh: Layout = 'together'): Promise<Places> {
  const given = readLocation(settings);
  if (settings['database-url'] === undefined) requireNoDatabase(usualDirectory(settings), ['start', 'proxy']);
  const own = findOwn(settings, fresh);
  if ('databaseUrl' in given) {
    const schemas = schemasOf(given);
    const [used = schemas.at(-1)!] = await filterUsed(schemas);
    return { ...own, proxy: used };
  }
  return {
    ...own,
    proxy: { ...given, directory: directoryOf(given.directory, 'proxy', layoutOf(settings, 'proxy', fresh)) },
  };
}

interface FoundData {
  readonly services: readonly ServicePlace[];
  readonly proxies: readonly DataLocation[];
}

/**
 * All data that is there, also what no program uses: an erased person must be gone from everywhere.
 * @throws Failure if there is none.
 * @throws StoreError if the data are in a database that is not named, also where nothing is in the directory.
 */
export async function findData(settings: LocationSettings): Promise<FoundData> {
  const found = await listData(settings);
  const isNone = found.services.length + found.proxies.length === 0;
  if (settings['database-url'] === undefined) {
    const directory = usualDirectory(settings);
    if (isNone || found.services.length > 0) requireNoDatabase(directory, ['start', 'service']);
    if (isNone || found.proxies.length > 0) requireNoDatabase(directory, ['start', 'proxy']);
  }
  return requireAny(found, settings);
}

/** The same, whether or not a database has taken the place of what is there. */
export const findAllData = async (settings: LocationSettings): Promise<FoundData> =>
  requireAny(await listData(settings), settings);

async function listData(settings: LocationSettings): Promise<FoundData> {
  const { holdsServiceData } = await import('./programs/service-data.ts');
  const given = readLocation(settings);
  const services: ServicePlace[] = [];
  for (const place of servicesOf(given, settings)) if (await holdsServiceData(place.location)) services.push(place);
  const proxies = await filterUsed('directory' in given ? directoriesOf(given, 'proxy') : schemasOf(given));
  return { services, proxies };
}

function requireAny(found: FoundData, settings: LocationSettings): FoundData {
  if (found.services.length + found.proxies.length > 0) return found;
  throw new Failure(`${nameOf(readLocation(settings))} holds no data of a review service or a proxy`);
}

/** For programs: the data found beside those in use. */
export function sayWhatIsUnused({ unused }: Places | OwnPlaces): void {
  if (unused !== null) process.stderr.write(`plaudit: ${unused}\n`);
}

/**
 * A second program that was started by mistake would answer with settings of its own, and change those that are kept.
 * @throws Failure where a program runs on these SQLite files, unless this one is to take its place.
 */
export async function requireIdle({ proxy }: Places, isBeside: boolean): Promise<void> {
  if (isBeside || !('directory' in proxy)) return;
  const { findRunning } = await import('./programs/proxy-data.ts');
  const running = await findRunning(proxy);
  if (running === null) return;
  const { pid, startedAt } = running;
  throw new Failure(
    `A program runs on ${proxy.directory} already (process ${pid}, since ${new Date(startedAt).toISOString()}): ` +
      'stop it first, or give --beside to replace it without a gap',
  );
}

// ---- directories ----------------------------------------------------------------------------------------------------

type Layouts = Readonly<Record<Program, readonly Layout[]>>;

function survey(settings: LocationSettings): { root: string; layouts: Layouts } {
  const root = usualDirectory(settings);
  return { root, layouts: { service: layoutsIn(root, 'service'), proxy: layoutsIn(root, 'proxy') } };
}

function layoutOf(settings: LocationSettings, program: Program, fresh: Layout): Layout {
  const { root, layouts } = survey(settings);
  const { service, proxy } = layouts;
  const usual = service[0] ?? proxy[0] ?? (existsSync(join(root, SETTINGS)) ? 'apart' : fresh);
  return layouts[program][0] ?? usual;
}

const directoryOf = (root: string, program: Program, layout: Layout): string =>
  layout === 'apart' ? join(root, program) : root;

/** The layouts in which a program has data there; the one that counts is the first. */
function layoutsIn(root: string, program: Program): Layout[] {
  if (existsSync(join(root, PLACING)))
    throw new StoreError(`A restore into ${root} is under way or was interrupted: wait for its end, or run it again`);
  for (const layout of ['apart', 'together'] as const) requireEntry(directoryOf(root, program, layout));
  return partsOf(root, program).map((part) => (part === '' ? 'together' : 'apart'));
}

const directoriesOf = (given: DataLocation & { directory: string }, program: Program): DataLocation[] =>
  layoutsIn(given.directory, program).map((layout) => ({
    ...given,
    directory: directoryOf(given.directory, program, layout),
  }));

function servicesOf(given: DataLocation, settings: LocationSettings): ServicePlace[] {
  if ('databaseUrl' in given) return [findService(settings).service];
  return directoriesOf(given, 'service').map((location) => {
    const { directory } = location as { directory: string };
    return { location, mailDirectory: join(directory, 'mail'), listDirectory: directory };
  });
}

/** `plaudit start` has its settings there; nobody else makes a directory that was not named. */
function listBeside(settings: LocationSettings, fresh: Layout): string | null {
  const root = usualDirectory(settings);
  return settings.data !== undefined || fresh === 'apart' || existsSync(root) ? root : null;
}

function describeUnused(root: string, layouts: Layouts, isDatabaseUsed: boolean): string | null {
  const file = (program: Program, layout: Layout): string =>
    join(resolve(directoryOf(root, program, layout)), DATA[program]);
  const all = programs.flatMap((program) => layouts[program].map((layout) => file(program, layout)));
  if (isDatabaseUsed)
    return all.length === 0
      ? null
      : `The database is used, and ${all.join(' and ')} is not: move away what is not wanted`;
  const twice = programs.filter((program) => layouts[program].length > 1);
  if (twice.length === 0) return null;
  const paths = (layout: Layout): string => twice.map((program) => file(program, layout)).join(' and ');
  return `${paths('apart')} is used, and ${paths('together')} is not: move away what is not wanted`;
}

// ---- databases ------------------------------------------------------------------------------------------------------

type DatabaseLocation = Extract<DataLocation, { databaseUrl: string }>;

/** Service and proxy have tables of the same names; in one database the proxy's are kept apart in this schema. */
const PROXY_SCHEMA = 'plaudit_proxy';

/** Where the tables of a proxy may be: where the address leads, and where a new proxy makes them, which is the last. */
function schemasOf(given: DatabaseLocation): DatabaseLocation[] {
  const url = new URL(given.databaseUrl);
  const options = url.searchParams.get('options') ?? '';
  // A schema that is named is meant.
  if (options.includes('search_path')) return [given];
  url.searchParams.set('options', `${options} -csearch_path=${PROXY_SCHEMA}`.trim());
  return [given, { ...given, databaseUrl: url.href }];
}

async function filterUsed(places: readonly DataLocation[]): Promise<DataLocation[]> {
  const { holdsProxyData } = await import('./programs/proxy-data.ts');
  const used: DataLocation[] = [];
  for (const place of places) if (await holdsProxyData(place)) used.push(place);
  return used;
}

/** Makes the schema that the tables of a new proxy go to. @throws StoreError if that is not possible. */
export async function prepareProxyPlace(location: DataLocation): Promise<void> {
  if (!('databaseUrl' in location) || !location.databaseUrl.includes(PROXY_SCHEMA)) return;
  const { makeSchema } = await import('./programs/proxy-data.ts');
  await makeSchema(location.databaseUrl, PROXY_SCHEMA);
}

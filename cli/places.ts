/**
 * Where data is. People name one directory, or one database, for every command; where in it the service and the proxy
 * keep theirs is decided here, and nowhere else.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { requireEntry } from '../review-store/rights.ts';
import { Failure } from './failure.ts';
import { nameOf, readLocation, usualDirectory, type DataLocation, type LocationSettings } from './flags.ts';

export type Program = 'service' | 'proxy';

/** The SQLite file of each program. */
const files = { service: 'reviews.sqlite', proxy: 'proxy.sqlite' } as const satisfies Record<Program, string>;

/** What `plaudit start` keeps for itself, and the proxy takes as its environment. */
const SETTINGS_FILE = 'plaudit.env';

/**
 * Where a program finds its data in a directory: `apart`, in a directory of its own below it (`DIR/service`,
 * `DIR/proxy`), or `together`, in the directory itself.
 */
type Layout = 'apart' | 'together';

/** Where the data of both programs is, or will be. */
export interface Places {
  readonly service: ServicePlace;
  readonly proxy: DataLocation;
  /** It need not exist. */
  readonly settingsFile: string;
  /** One line about data in the directory that no program uses, if there is any. */
  readonly unused: string | null;
}

export interface ServicePlace {
  readonly location: DataLocation;
  /** Where mail is written to files if there is no mail server. */
  readonly mailDirectory: string;
}

/**
 * The places of both programs. Data stays where it is, whatever made it; data of `plaudit start` wins over data in the
 * directory itself.
 * @param fresh - the layout of what is made in an empty directory.
 * @throws UsageError for an address that is none.
 * @throws StoreError if this user may not look.
 */
export async function findPlaces(settings: LocationSettings, fresh: Layout = 'together'): Promise<Places> {
  const given = readLocation(settings);
  const root = 'directory' in given ? given.directory : usualDirectory(settings);
  const layouts = { service: layoutsOf(root, 'service'), proxy: layoutsOf(root, 'proxy') };
  const settingsFile = join(root, SETTINGS_FILE);
  const usual = layouts.service[0] ?? layouts.proxy[0] ?? (existsSync(settingsFile) ? 'apart' : fresh);
  const place = (program: Program): string => directoryOf(root, program, layouts[program][0] ?? usual);
  const locate = (program: Program): DataLocation =>
    'directory' in given ? { ...given, directory: place(program) } : given;
  return {
    service: { location: locate('service'), mailDirectory: join(place('service'), 'mail') },
    proxy: locate('proxy'),
    settingsFile,
    unused: 'directory' in given ? describeUnused(root, layouts) : null,
  };
}

interface FoundData {
  readonly services: readonly ServicePlace[];
  readonly proxies: readonly DataLocation[];
}

/**
 * All data that is there, also what no program uses: whoever is erased must be gone from everywhere.
 * @throws Failure if there is none.
 */
export async function findData(settings: LocationSettings): Promise<FoundData> {
  const { holdsServiceData } = await import('./programs/service-data.ts');
  const { holdsProxyData } = await import('./programs/proxy-data.ts');
  const given = readLocation(settings);
  const used = await findPlaces(settings);
  const locations = (program: Program, inUse: DataLocation): DataLocation[] =>
    'directory' in given
      ? layoutsOf(given.directory, program).map((layout) => ({
          ...given,
          directory: directoryOf(given.directory, program, layout),
        }))
      : [inUse];
  const services: ServicePlace[] = [];
  const proxies: DataLocation[] = [];
  for (const location of locations('service', used.service.location)) {
    const mailDirectory = 'directory' in location ? join(location.directory, 'mail') : used.service.mailDirectory;
    if (await holdsServiceData(location)) services.push({ location, mailDirectory });
  }
  for (const location of locations('proxy', used.proxy)) if (await holdsProxyData(location)) proxies.push(location);
  if (services.length + proxies.length === 0)
    throw new Failure(`${nameOf(given)} holds no data of a review service or a proxy`);
  return { services, proxies };
}

/** For programs: what they found beside what they use. */
export function sayWhatIsUnused({ unused }: Places): void {
  if (unused !== null) process.stderr.write(`plaudit: ${unused}\n`);
}

const directoryOf = (root: string, program: Program, layout: Layout): string =>
  layout === 'apart' ? join(root, program) : root;

/** The layouts in which a program has data there; the one that counts is the first. */
function layoutsOf(root: string, program: Program): Layout[] {
  return (['apart', 'together'] as const).filter((layout) => {
    const directory = directoryOf(root, program, layout);
    requireEntry(directory);
    return existsSync(join(directory, files[program]));
  });
}

function describeUnused(root: string, layouts: Readonly<Record<Program, readonly Layout[]>>): string | null {
  const twice = (['service', 'proxy'] as const).filter((program) => layouts[program].length > 1);
  if (twice.length === 0) return null;
  const paths = (layout: Layout): string =>
    twice.map((program) => join(resolve(directoryOf(root, program, layout)), files[program])).join(' and ');
  return `${paths('apart')} is used, and ${paths('together')} is not: move away what is not wanted`;
}

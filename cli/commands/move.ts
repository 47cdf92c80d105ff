import { existsSync } from 'node:fs';
import { readStarted, type Program, type Started } from '../../review-service/care/backups/shop-files.ts';
import { command } from '../settings/command.ts';
import { Failure } from '../settings/failure.ts';
import { flag, readSecret, usualDirectory, type DataLocation } from '../settings/flags.ts';
import { findAllData, findOwn, findPlaces, prepareProxyPlace } from '../places.ts';
import { keepMoved } from '../settings/started-with.ts';
import { readDatabaseUrl } from '../settings/settings.ts';
import { say } from '../settings/printable.ts';
import { commandOf, withoutPassword } from '../settings/printed-command.ts';

export const move = command({
  name: 'move',
  purpose: 'copies all data of service and proxy from SQLite to PostgreSQL, and checks the copy',
  flags: {
    data: flag('data', { help: 'the directory whose data is moved, and stays as it is; default: ./data' }),
    to: {
      value: 'postgres://…',
      read: readDatabaseUrl,
      required: true,
      help: 'the database to move to; it must be empty',
    },
  },
  environment: {
    PLAUDIT_SECRET: 'seals the keys in the database; then every command that opens it needs the same',
  },
  async run(settings, env) {
    const { to: databaseUrl } = settings;
    const secret = readSecret(env, 'PLAUDIT_SECRET');
    const from = { data: settings.data, 'database-url': undefined };
    const { services, proxies } = await findAllData(from);
    const { unused, settingsFile } = findOwn(from);
    if (unused !== null) throw new Failure(`What is to be moved is not clear: ${unused}`);
    const programs: MovedProgram[] = [];
    for (const { location } of services) {
      const { moveService } = await import('../programs/service-data.ts');
      sayMoved('The data of the service', await moveService(directoryOf(location), databaseUrl, secret));
      programs.push({ name: 'service', directory: directoryOf(location) });
    }
    for (const location of proxies) {
      const { moveProxy } = await import('../programs/proxy-data.ts');
      const { proxy } = await findPlaces({ ...from, 'database-url': databaseUrl });
      await prepareProxyPlace(proxy);
      sayMoved(
        'The data of the proxy',
        await moveProxy(directoryOf(location), (proxy as DatabaseUrl).databaseUrl, secret),
      );
      programs.push({ name: 'proxy', directory: directoryOf(location) });
    }
    const shop = { directory: usualDirectory(from), isStarted: existsSync(settingsFile), databaseUrl, programs };
    sayWhatToStart(shop, !!secret);
    for (const { name, directory } of programs) keepMoved(directory, name, databaseUrl);
    for (const name of startedIn(shop)) keepMoved(shop.directory, name, databaseUrl);
  },
});

type DatabaseUrl = Extract<DataLocation, { databaseUrl: string }>;

/** Of data that was found in a directory. */
const directoryOf = (location: DataLocation): string => (location as Exclude<DataLocation, DatabaseUrl>).directory;

function sayMoved(what: string, { tables, rows, wasThere }: { tables: number; rows: number; wasThere: boolean }): void {
  const done = wasThere ? 'had been moved before, and is the same' : 'is moved';
  say(`${what} ${done}: ${tables} tables with ${rows} rows, all counted and compared`);
}

interface MovedProgram {
  readonly name: Program;
  /** Where its data were. */
  readonly directory: string;
}

interface Moved {
  readonly directory: string;
  /** By `plaudit start`. */
  readonly isStarted: boolean;
  readonly databaseUrl: string;
  /** That have data there. */
  readonly programs: readonly MovedProgram[];
}

const startedIn = ({ isStarted, programs }: Moved): Started[] =>
  isStarted ? ['start'] : programs.map(({ name }) => name);

/** As each was last started, where that is known. */
function sayWhatToStart(moved: Moved, hasSecret: boolean): void {
  const { directory, databaseUrl, isStarted, programs } = moved;
  const address = withoutPassword(databaseUrl);
  const known = startedIn(moved).map((name) => {
    const places = [directory, ...programs.filter((program) => program.name === name).map((one) => one.directory)];
    const [started] = places.flatMap((place) => readStarted(place, name) ?? []);
    return { name, flags: started?.flags };
  });
  const commands = known.map(({ name, flags }) =>
    commandOf(name, { ...flags, data: directory, 'database-url': address }),
  );
  const variables = [
    ...(address !== databaseUrl ? ['PGPASSWORD'] : []),
    ...(hasSecret ? ['the same PLAUDIT_SECRET'] : []),
  ];
  const isKnown = known.every(({ flags }) => flags !== undefined);
  const others = isStarted ? '' : `, and with the ${isKnown ? '' : 'flags and '}variables that each has had`;
  const heading = `Start next${variables.length > 0 ? `, with ${variables.join(' and ')}` : ''}${others}:`;
  say([heading, ...commands.map((command) => `  ${command}`)].join('\n'));
}

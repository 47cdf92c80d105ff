import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { command } from '../command.ts';
import { Failure } from '../failure.ts';
import { flags, readSecret, usualDirectory, type DataLocation } from '../flags.ts';
import { findData, findPlaces, findService, prepareProxyPlace } from '../places.ts';
import { readDatabaseUrl } from '../settings.ts';
import { commandOf, withoutPassword } from '../printed-command.ts';

export const move = command({
  name: 'move',
  summary: 'copies all data of service and proxy from SQLite to PostgreSQL, and checks the copy',
  flags: {
    data: { ...flags.data, help: 'the directory whose data is moved, and stays as it is; default: ./data' },
    to: { value: 'postgres://…', required: true, help: 'the database to move to; it must be empty' },
  },
  environment: {
    PLAUDIT_SECRET: 'seals the keys in the database; then every command that opens it needs the same',
  },
  async run(settings, env) {
    const databaseUrl = readDatabaseUrl('--to', settings.to ?? '');
    const secret = readSecret(env, 'PLAUDIT_SECRET');
    const from = { data: settings.data, 'database-url': undefined };
    const { services, proxies } = await findData(from);
    const { unused, settingsFile } = findService(from);
    if (unused !== null) throw new Failure(`What is to be moved is not clear: ${unused}`);
    const programs = [];
    for (const { location } of services) {
      const { moveService } = await import('../programs/service-data.ts');
      say('The data of the service', await moveService(directoryOf(location), databaseUrl, secret));
      programs.push('service');
    }
    for (const location of proxies) {
      const { moveProxy } = await import('../programs/proxy-data.ts');
      const { proxy } = await findPlaces({ ...from, 'database-url': databaseUrl });
      await prepareProxyPlace(proxy);
      say('The data of the proxy', await moveProxy(directoryOf(location), (proxy as DatabaseUrl).databaseUrl, secret));
      programs.push('proxy');
    }
    await sayWhatToStart({ directory: usualDirectory(from), settingsFile, databaseUrl, programs, hasSecret: !!secret });
  },
});

type DatabaseUrl = Extract<DataLocation, { databaseUrl: string }>;

/** Of data that was found in a directory. */
const directoryOf = (location: DataLocation): string => (location as Exclude<DataLocation, DatabaseUrl>).directory;

function say(what: string, { tables, rows, wasThere }: { tables: number; rows: number; wasThere: boolean }): void {
  const done = wasThere ? 'had been moved before, and is the same' : 'is moved';
  process.stdout.write(`${what} ${done}: ${tables} tables with ${rows} rows, all counted and compared\n`);
}

interface Moved {
  readonly directory: string;
  readonly settingsFile: string;
  readonly databaseUrl: string;
  /** That have data there. */
  readonly programs: readonly string[];
  readonly hasSecret: boolean;
}

/** As it was last started, where the settings say so. */
async function sayWhatToStart({ directory, settingsFile, databaseUrl, programs, hasSecret }: Moved): Promise<void> {
  const { readStarted } = await import('../programs/service-data.ts');
  const address = withoutPassword(databaseUrl);
  const there = { data: directory, 'database-url': address };
  const commands = existsSync(settingsFile)
    ? [commandOf('start', { ...readStarted(dirname(settingsFile))?.flags, ...there })]
    : programs.map((program) => commandOf(program, there));
  const variables = [
    ...(address !== databaseUrl ? ['PGPASSWORD'] : []),
    ...(hasSecret ? ['the same PLAUDIT_SECRET'] : []),
  ];
  const others = existsSync(settingsFile) ? '' : ', and with the flags and variables that each has had';
  const heading = `Start next${variables.length > 0 ? `, with ${variables.join(' and ')}` : ''}${others}:`;
  process.stdout.write([heading, ...commands.map((command) => `  ${command}`), ''].join('\n'));
}

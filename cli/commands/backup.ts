import { command } from '../command.ts';
import { Failure } from '../failure.ts';
import { flags, readLocation } from '../flags.ts';

const location = { data: flags.data, 'database-url': flags.databaseUrl } as const;

const backup = command({
  name: 'backup',
  summary: "copies a review service's data to one file, while it runs",
  flags: { ...location, to: { value: 'FILE', required: true, help: 'the file to write; it must not exist' } },
  async run(settings) {
    const directory = readDirectory(settings, 'back it up with pg_dump');
    const { backUp } = await import('../programs/service-data.ts');
    await backUp(directory, settings.to ?? '');
    process.stdout.write(
      `${settings.to} holds the data of ${directory}, and was checked; ` +
        `${settings.to}.key is its key, to be kept with it but not in the same place\n`,
    );
  },
});

const restore = command({
  name: 'restore',
  summary: "puts a review service's data back from such a file",
  flags: {
    ...location,
    from: { value: 'FILE', required: true, help: "a file that 'plaudit backup' wrote, with its key beside it" },
  },
  async run(settings) {
    const directory = readDirectory(settings, 'restore it with psql or pg_restore');
    const { restore } = await import('../programs/service-data.ts');
    const isWhole = await restore(settings.from ?? '', directory);
    if (!isWhole)
      process.stdout.write(
        `Without the key ${settings.from}.key: mail that waited is gone, ` +
          'and who asked for no more mail has to ask again\n',
      );
    process.stdout.write(`${directory} holds the data of ${settings.from}\n`);
  },
});

function readDirectory(
  settings: { data: string | undefined; 'database-url': string | undefined },
  instead: string,
): string {
  const found = readLocation(settings);
  if ('databaseUrl' in found) throw new Failure(`All data is in PostgreSQL: ${instead}`);
  return found.directory;
}

export const backups = [backup, restore];

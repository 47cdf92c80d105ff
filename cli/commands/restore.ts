import { dirname, join } from 'node:path';
import { describePeople } from '../backups/erase-again.ts';
import type { ErasedAgain } from '../backups/finish-restored.ts';
import { command } from '../settings/command.ts';
import { Failure } from '../settings/failure.ts';
import { usualDirectory } from '../settings/flags.ts';
import { quoted } from '../../server-kit/shell-words.ts';
import { SETTINGS } from '../../review-service/care/backups/shop-files.ts';
import type { Restored } from '../programs/service-data.ts';
import { placeFlags } from './account/inputs.ts';
import { say } from '../settings/printable.ts';

export const restore = command({
  name: 'restore',
  purpose: 'puts a shop back from such a file, with its settings, into a directory that holds no data',
  flags: {
    ...placeFlags,
    from: { value: 'FILE', required: true, help: "a file that 'plaudit backup' wrote, with its key beside it" },
  },
  async run(settings) {
    const { from } = settings;
    const { readNoteOf, restore, shareErased } = await import('../programs/service-data.ts');
    if (settings['database-url'] !== undefined && readNoteOf(from)?.service !== null)
      throw new Failure(
        `${from} is no backup of PostgreSQL: restore it into a directory, and move it with 'plaudit move'`,
      );
    const directory = usualDirectory(settings);
    const { finishRestored } = await import('../backups/finish-restored.ts');
    const { settleSettings } = await import('../backups/settle-settings.ts');
    let erased: ErasedAgain = null;
    let start: string | null = null;
    const restored = await restore(from, directory, async (found) => {
      erased = await finishRestored(found, { from, directory });
      start = await settleSettings(found.shop, { from, directory }, settings['database-url']);
    });
    shareErased(join(directory, restored.shop.service ?? ''), dirname(from));
    report(restored, { from, directory, erased, start });
  },
});

function report(
  { isWhole, hadSchedule, madeAt, shop }: Restored,
  { from, directory, erased, start }: { from: string; directory: string; erased: ErasedAgain; start: string | null },
): void {
  if (!isWhole)
    say(
      `Without the key ${from}.key: mail that waited is gone, who asked for no more mail has to ask again, ` +
        'and settings and waiting writes of a proxy stay in the backup',
    );
  if (hadSchedule) say("It makes no backups by itself any more: set that again with 'plaudit backup --every'");
  say(describeErased(erased, madeAt));
  say(`${directory} holds the data of ${from}`);
  if (shop.service === null) {
    say('The database is not in it: put that back with pg_restore before you start');
    if (start !== null)
      say(`Start it with its settings: set -a; . ${quoted(join(directory, SETTINGS))}; set +a; ${start}`);
  } else if (start !== null) say(`Start it with: ${start}`);
}

function describeErased(erased: ErasedAgain, madeAt: number | null): string {
  if (erased)
    return (
      (erased.people === null
        ? `Who was erased since then, by ${erased.list}, is erased again from the database at the next start`
        : `Erased since then, by ${erased.list}, and now again: ${describePeople(erased.people)}`) +
      `\nThat list knows of erasures up to ${new Date(erased.upTo).toISOString()}: repeat those after that`
    );
  const since = madeAt === null ? 'it was made' : new Date(madeAt).toISOString();
  return `Nobody can tell who was erased since ${since}: no dated list of them was found; repeat those erasures`;
}

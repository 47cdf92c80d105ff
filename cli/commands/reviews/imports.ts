/** The outcomes of imports, and the way back. */
import { counted, sumInWords } from '../../../exchange/reviews/in-words.ts';
import { command } from '../../settings/command.ts';
import { endWithReader, printable, say, sayRow } from '../../settings/printable.ts';
import { UsageError } from '../../settings/settings.ts';
import { withBusiness, type Programs } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';

type Shown = Awaited<ReturnType<Programs['showImportByCommand']>>;
type Status = NonNullable<Awaited<ReturnType<Programs['importStatusByCommand']>>>;

function readId(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new UsageError('ID must be a whole number from 1');
  return Number(value);
}

const id = { value: 'ID', read: readId, bare: true, help: "the import, as 'reviews import list' shows it" } as const;

export const importShow = command({
  name: 'reviews import show',
  purpose: 'shows what came of an import: what was taken, held and refused, and what could not be',
  flags: { ...businessFlags, id: { ...id, required: true }, json: { help: 'as JSON' } },
  async run(settings) {
    endWithReader();
    await withBusiness(settings, async (db, programs, business) => {
      const shown = await programs.showImportByCommand(db, business, settings.id);
      say(settings.json ? JSON.stringify(shown, null, 2) : describe(shown, programs).join('\n'));
    });
  },
});

export const importList = command({
  name: 'reviews import list',
  purpose: 'lists imports, newest first: number, date, format, file, state, added, changed, already there, refused',
  flags: businessFlags,
  async run(settings) {
    endWithReader();
    await withBusiness(settings, async (db, { listImportsByCommand }, business) => {
      for (const one of await listImportsByCommand(db, business))
        sayRow(
          String(one.id),
          one.startedRFC.slice(0, 10),
          one.format,
          one.file,
          one.state,
          ...[one.added, one.changed, one.already, one.refused].map(String),
        );
    });
  },
});

export const importStatus = command({
  name: 'reviews import status',
  purpose: 'says what of an import is still to come: reviews, and photos',
  flags: { ...businessFlags, id: { ...id, help: `${id.help}; default: the newest` } },
  async run(settings) {
    await withBusiness(settings, async (db, { importStatusByCommand }, business) => {
      const status = await importStatusByCommand(db, business, settings.id);
      say(status === null ? 'There was no import yet' : describeStatus(status));
    });
  },
});

export const undo = command({
  name: 'reviews undo',
  purpose: 'takes an import back, for 90 days: what it added goes, what it changed is as before unless changed since',
  flags: { ...businessFlags, id: { ...id, required: true } },
  async run(settings) {
    await withBusiness(settings, async (db, { undoImportByCommand, undoneInWords }, business) => {
      say(undoneInWords(settings.id, await undoImportByCommand(db, business, settings.id)).join('\n'));
    });
  },
});

const inWords = {
  running: 'is running',
  done: 'is done',
  stopped: 'was stopped: the same command again goes on from there',
  undone: 'was undone',
} as const;

function describe(shown: Shown, { importInWords }: Programs): string[] {
  return [
    `Import ${shown.id} of ${shown.file} (${shown.format}) ${inWords[shown.state]}`,
    sumInWords({ ...shown, refused: shown.refused.length }),
    ...importInWords(shown).flatMap(([what, rows]) => rows.map((row) => `${what}: ${row}`)),
  ].map(printable);
}

function describeStatus({ id, file, state, expected, photos, ...counts }: Status): string {
  const taken = counts.added + counts.changed + counts.already + counts.refused;
  const rest = state === 'done' || state === 'undone' ? 0 : Math.max(0, expected - taken);
  const all = photos.waiting + photos.fetched + photos.missing;
  return printable(
    `Import ${id} of ${file} ${inWords[state]}: ${counted(rest, 'review')} still to come, ` +
      `${photos.waiting} of ${counted(all, 'photo')} still to come, ${photos.missing} missing`,
  );
}

/** The outcomes of imports, and the way back. */
import { command } from '../../settings/command.ts';
import { counted, endWithReader, printable, say, sayRow } from '../../settings/printable.ts';
import { UsageError } from '../../settings/settings.ts';
import { withBusiness, type Programs } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';

type Shown = Awaited<ReturnType<Programs['showImportByCommand']>>;
type Status = NonNullable<Awaited<ReturnType<Programs['importStatusByCommand']>>>;
type Undone = Awaited<ReturnType<Programs['undoImportByCommand']>>;

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
    await withBusiness(settings, async (db, { showImportByCommand }, business) => {
      const shown = await showImportByCommand(db, business, settings.id);
      say(settings.json ? JSON.stringify(shown, null, 2) : describe(shown).join('\n'));
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
    await withBusiness(settings, async (db, { undoImportByCommand }, business) => {
      say(describeUndone(settings.id, await undoImportByCommand(db, business, settings.id)).join('\n'));
    });
  },
});

const inWords = {
  running: 'is running',
  done: 'is done',
  stopped: 'was stopped: the same command again goes on from there',
  undone: 'was undone',
} as const;

function describe(shown: Shown): string[] {
  const { added, changed, already, refused, photos, not_expressed: notExpressed } = shown;
  const byReason = (counts: Readonly<Record<string, number>>, what: string) =>
    Object.entries(counts).map(([reason, reviews]) => `${what}: ${reviews}, ${reason}`);
  return [
    `Import ${shown.id} of ${shown.file} (${shown.format}) ${inWords[shown.state]}`,
    `${shown.rows} reviews: ${added} added, ${changed} changed, ${already} already there, ${refused.length} refused`,
    ...byReason(shown.held, 'held'),
    ...byReason(shown.removed, 'removed'),
    ...(shown.verified === null ? [] : [`verified: ${percent(shown.verified)}`]),
    ...(shown.incentivised === null ? [] : [`incentivised: ${percent(shown.incentivised)}`]),
    ...shown.notes.map(({ note, reviews }) => `note: ${reviews}, ${note}`),
    `photos: ${photos.fetched} of ${photos.expected} fetched, ${photos.missing.length} missing`,
    ...photos.missing.map(({ url, reason }) => `no photo: ${url}: ${reason}`),
    ...shown.products_not_found.map(
      ({ value, nearest, rows }) =>
        `no product: ${value === '' ? '(not shown)' : value}, ${counted(rows, 'review')}` +
        (nearest === null ? '' : `; the nearest sku is ${nearest}`),
    ),
    ...shown.kept_as_here.map(
      ({ line, of, number, what }) =>
        `kept as it is here: line ${line}, ` +
        (number === null
          ? 'a review that was erased'
          : `review ${number} of ${of === 'shop' ? 'the shop' : 'a product'}`) +
        `: ${what.join(', ')}`,
    ),
    ...shown.averages.map(
      ({ sku, before, after }) => `average: ${sku}, ${stars(before)} before, ${stars(after)} after`,
    ),
    ...notExpressed.columns.map(({ column, cells }) => `column not taken: ${column}, ${counted(cells, 'cell')}`),
    ...(notExpressed.fields.length === 0 ? [] : [`not in the file: ${notExpressed.fields.join(', ')}`]),
    ...refused.map(({ line, reason }) => `refused: line ${line}: ${reason}`),
  ].map(printable);
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const stars = (average: number | null): string => (average === null ? 'none' : average.toFixed(2));

function describeStatus({ id, file, state, expected, photos, ...counts }: Status): string {
  const taken = counts.added + counts.changed + counts.already + counts.refused;
  const rest = state === 'done' || state === 'undone' ? 0 : Math.max(0, expected - taken);
  const all = photos.waiting + photos.fetched + photos.missing;
  return printable(
    `Import ${id} of ${file} ${inWords[state]}: ${counted(rest, 'review')} still to come, ` +
      `${photos.waiting} of ${counted(all, 'photo')} still to come, ${photos.missing} missing`,
  );
}

function describeUndone(importId: number, undone: Undone): string[] {
  const { removed, restored, items, products, votes, reports, kept } = undone;
  return [
    ...kept.map(
      ({ of, number, what }) =>
        `Review ${number} of ${of === 'shop' ? 'the shop' : 'a product'} keeps what changed since: ${what.join(', ')}`,
    ),
    ...(votes + reports === 0
      ? []
      : [`With them went what shoppers had done: ${counted(votes, 'vote')}, ${counted(reports, 'report')}`]),
    ...(items === 0 ? [] : [`${items} of the comments and questions that it had brought went, too`]),
    ...(products === 0 ? [] : [`${counted(products, 'product')} that it had made went, too`]),
    `Import ${importId} is undone: ${counted(removed, 'review')} gone, ${restored} as before, ${kept.length} kept`,
  ];
}

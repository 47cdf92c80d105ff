import { basename } from 'node:path';
import { apiCalls } from '../../../contract/endpoints/limits.ts';
import { FileRefused } from '../../../exchange/file-refused.ts';
import { encodings } from '../../../exchange/reading/decode-text.ts';
import { dateOrders, mapFields, type FormatName } from '../../../exchange/reviews/format.ts';
import type { ImportedReview } from '../../../exchange/reviews/imported-review.ts';
import { reviewInWords, sumInWords } from '../../../exchange/reviews/in-words.ts';
import { readMap } from '../../../exchange/reviews/map.ts';
import { PLAUDIT } from '../../../exchange/reviews/plaudit/lines.ts';
import { openPlaudit, type PlauditSource } from '../../../exchange/reviews/plaudit/source.ts';
import { meantBusiness } from '../../business.ts';
import { nameOf, openInput, type InputFile } from '../../files/input-file.ts';
import { Progress } from '../../files/progress.ts';
import { inSmallHeap } from '../../small-heap.ts';
import { command } from '../../settings/command.ts';
import { Failure } from '../../settings/failure.ts';
import { printable, say } from '../../settings/printable.ts';
import { accountEnvironment, importFromApi } from './from-api.ts';
import { sameFlags } from '../../settings/printed-command.ts';
import { oneOf, readAddress, UsageError, type Given } from '../../settings/settings.ts';
import { withDatabase, type Programs } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';

const formats = [
  PLAUDIT,
  'judgeme',
  'yotpo',
  'loox',
  'okendo',
  'woocommerce',
  'cusrev',
  'sitereviews',
  'shopify',
  'stamped',
  'trustpilot',
  'feefo',
  'csv',
] as const satisfies readonly (FormatName | typeof PLAUDIT)[];

const readFormat = oneOf(formats, (value) => `one of ${formats.join(', ')}, not ${JSON.stringify(value)}`);
const readDateOrder = oneOf(dateOrders);
const readEncoding = oneOf(encodings);

/** Calls of an hour: the shop keeps the other half. */
const HALF = apiCalls.hour.calls / 2;

/** A dry run shows so many reviews as they would be. */
const FIRST_SHOWN = 5;

export const importCommand = command({
  name: 'reviews import',
  purpose:
    'takes reviews from a file of another program, or a business from another server with --from-api; ' +
    "the same again changes nothing; 'undo' takes it back",
  flags: {
    file: {
      value: 'FILE',
      bare: true,
      help: 'the file, which is read twice; of an export of Plaudit, the folder or the .tar',
    },
    ...businessFlags,
    'from-api': {
      value: 'URL',
      read: readAddress,
      help:
        'in place of FILE: a server that speaks the API, such as https://api.example/v1; ' +
        'products, reviews, comments, questions and photos come from there',
    },
    calls: {
      value: 'NUMBER',
      read: readCalls,
      help: `with --from-api: calls of an hour that it takes at most; default: ${HALF}, which leaves the shop as many`,
    },
    format: {
      value: 'NAME',
      read: readFormat,
      help: `one of ${formats.join(', ')}; default: what the file looks like`,
    },
    map: {
      value: 'COLUMN=FIELD,…',
      read: readGivenMap,
      help:
        'what columns mean, or the name of a map that was saved; ' +
        `fields are ${mapFields.join(', ')} and attribute:NAME`,
    },
    'save-map': { value: 'NAME', help: 'save the map of this command under a name' },
    'date-order': {
      value: 'ORDER',
      read: readDateOrder,
      help: `the order of dates such as 05/03/2024: one of ${dateOrders.join(', ')}; default: what the file shows`,
    },
    encoding: { value: 'NAME', read: readEncoding, help: 'the encoding; default: utf-8' },
    'create-products': { help: 'make products that the catalogue does not have' },
    'dry-run': { help: 'show the first reviews and what would be done, and do nothing' },
  },
  environment: accountEnvironment,
  async run(settings, env, given) {
    const { file, format, map, encoding, calls } = settings;
    const upstream = settings['from-api'];
    if (upstream !== undefined) {
      refuseBeside(given);
      const business = await meantBusiness(settings);
      return report(await importFromApi(settings, env, { upstream, calls: calls ?? HALF, business }), false, given);
    }
    if (file === undefined)
      throw new UsageError('FILE is missing: give it or set PLAUDIT_FILE, or give --from-api URL in its place');
    if (calls !== undefined) throw new UsageError('--calls goes with --from-api alone');
    const saveMap = settings['save-map'];
    if (saveMap !== undefined && (map === undefined || readMap(map) === null))
      throw new UsageError('--save-map needs the map that it saves: give --map COLUMN=FIELD,…');
    const stop = await inSmallHeap();
    if (stop === null) return;
    const business = await meantBusiness(settings);
    const input = await openReadTwice(file, format);
    if ('source' in input) refuseFlagsOfTables(given);
    const isDry = settings['dry-run'];
    const progress = new Progress(input, 'reviews');
    let shown = 0;
    const options = {
      fileName: basename(file),
      dryRun: isDry,
      signal: stop,
      onRefused: (line: number, reason: string) =>
        progress.above(() => process.stderr.write(`${printable(`line ${line}: ${reason}`)}\n`)),
      onStored: ({ added, changed, already, refused }: Outcome['counts']) =>
        progress.show(added + changed + already + refused),
      ...(isDry ? { onTaken: (review: ImportedReview) => void (shown++ < FIRST_SHOWN && say(describe(review))) } : {}),
    };
    try {
      await withDatabase(settings, async (db, programs) => {
        const taking =
          'source' in input
            ? programs.restoreByCommand(db, business, input.source, options)
            : programs.importReviewsByCommand(db, business, () => input.read(), {
                ...options,
                format: format === PLAUDIT ? undefined : format,
                map,
                saveMap,
                dateOrder: settings['date-order'],
                encoding,
                createProducts: settings['create-products'],
              });
        const outcome = await taking.catch((error: unknown) => {
          throw explain(programs, input, stop, error);
        });
        progress.clear();
        report(outcome, isDry, given);
      });
    } finally {
      progress.clear();
      input.close();
    }
  },
});

/** Flags that say how a file is read, which a server does not need. */
function refuseBeside(given: Given): void {
  for (const name of ['file', 'format', 'map', 'save-map', 'date-order', 'encoding', 'dry-run'])
    if (given[name] !== undefined)
      throw new UsageError(`${name === 'file' ? 'FILE' : `--${name}`} does not go with --from-api`);
}

function readCalls(value: string, name: string): number {
  const calls = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (calls < 1 || calls > apiCalls.hour.calls)
    throw new UsageError(`${name} must be a whole number from 1 to ${apiCalls.hour.calls}`);
  return calls;
}

function readGivenMap(value: string, name: string): string {
  if (value.includes('=') && readMap(value) === null)
    throw new UsageError(
      `${name} must be COLUMN=FIELD,… with fields such as rating, content and created, or the name of a saved map`,
    );
  return value;
}

/** @throws UsageError */
function refuseFlagsOfTables(given: Given): void {
  const flag = ['map', 'save-map', 'date-order', 'encoding', 'create-products'].find((name) => given[name]);
  if (flag !== undefined) throw new UsageError(`--${flag} is for tables, and FILE is an export of Plaudit`);
}

type Input = InputFile | (Omit<InputFile, 'read'> & { readonly source: PlauditSource });

async function openReadTwice(path: string, format: string | undefined): Promise<Input> {
  if (path === '-') throw new UsageError('FILE must be a file: reviews are read twice, so standard input will not do');
  const source = format === undefined || format === PLAUDIT ? await openExport(path) : null;
  if (source) return { path, size: source.size, position: source.position, source, close: () => void source.close() };
  if (format === PLAUDIT) throw new Failure(`${path} is no export of Plaudit: a folder or a .tar. Nothing was taken`);
  const input = await openInput(path);
  if (input.size !== null) return input;
  input.close();
  throw new UsageError(`FILE must be a file that can be read twice, and ${path} is none`);
}

async function openExport(path: string): Promise<PlauditSource | null> {
  try {
    return await openPlaudit(path);
  } catch (error) {
    throw error instanceof FileRefused ? new Failure(`${path}: ${error.message}. Nothing was taken`) : error;
  }
}

function explain({ FileRefused }: Programs, input: Input, signal: AbortSignal, error: unknown): unknown {
  if (error instanceof FileRefused) {
    const place = error.line > 0 ? `line ${error.line}: ` : '';
    return new Failure(`${nameOf(input)}: ${place}${error.message}. Nothing was taken`);
  }
  return signal.aborted ? new Failure('Stopped before anything was taken') : error;
}

type Outcome = Awaited<ReturnType<Programs['importReviewsByCommand']>> & { readonly tookItems?: boolean };

function report({ id, counts, audit, isWhole, tookItems = false }: Outcome, isDry: boolean, given: Given): void {
  for (const [note, reviews] of Object.entries(audit.notes)) say(printable(`${reviews} of them: ${note}`));
  const { added, changed, refused } = counts;
  const undo = added + changed > 0 || tookItems ? `plaudit reviews undo ${id}` : null;
  const flags = sameFlags(given, ['business', 'data', 'database-url']);
  if (isDry) say('This was a dry run: nothing has been stored');
  if (!isWhole) say('Stopped: what was taken stays, and the same command again goes on from here');
  else if (undo !== null && flags.length > 0) say(`From here, undo it with: ${undo} ${flags.join(' ')}`);
  say(sumInWords(counts) + (undo === null ? '' : `; undo with: ${undo}`));
  if (!isWhole) process.exitCode = 130;
  else if (refused > 0) process.exitCode = 1;
}

const describe = (review: ImportedReview): string =>
  printable(`line ${review.line}: ${reviewInWords(review).join(' | ')}`);

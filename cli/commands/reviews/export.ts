import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderSink, TarSink, type ExportSink } from '../../../exchange/reviews/plaudit/sinks.ts';
import { PLAUDIT } from '../../../exchange/reviews/plaudit/lines.ts';
import { Cleared, openOutput, refuseTaken, whole, writeOutput, writeTo } from '../../files/output-file.ts';
import { inSmallHeap } from '../../small-heap.ts';
import { Failure } from '../../settings/failure.ts';
import { command } from '../../settings/command.ts';
import { flags } from '../../settings/flags.ts';
import { counted } from '../../../exchange/reviews/in-words.ts';
import { endWithReader, printable } from '../../settings/printable.ts';
import { oneOf } from '../../settings/settings.ts';
import { withBusiness, type Database, type Programs } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';

const GOOGLE = 'google';
const formats = [PLAUDIT, 'csv', 'judgeme', 'yotpo', GOOGLE] as const;
const readFormat = oneOf(formats, (value) => `one of ${formats.join(', ')}, not ${JSON.stringify(value)}`);

export const exportCommand = command({
  name: 'reviews export',
  purpose:
    'writes all reviews to a file that other programs take, with the e-mail addresses of their authors: ' +
    'it is for the shop alone; what the format cannot say is told first',
  flags: {
    ...businessFlags,
    format: {
      value: 'NAME',
      read: readFormat,
      default: PLAUDIT,
      help: `one of ${formats.join(', ')}; default: ${PLAUDIT}, which holds all, with pictures, products and questions`,
    },
    to: {
      value: 'FILE',
      required: true,
      help: `the file, which must not exist, or - for standard output; of ${PLAUDIT} a folder, a .tar, or - for a tar`,
    },
    ...flags('public-url'),
  },
  async run(settings) {
    const { format, to } = settings;
    endWithReader();
    refuseTaken(to);
    const stop = await inSmallHeap();
    if (stop === null) return;
    // Standard output may be the file.
    const out = to === '-' ? process.stderr : process.stdout;
    const tell = (line: string): void => void out.write(`${printable(line)}\n`);
    const target = to === '-' ? 'standard output' : to;
    await withBusiness(settings, async (db, programs, business) => {
      if (format === PLAUDIT) {
        const { reviews, products, questions, photos, missing } = await writePlaudit(db, programs, {
          business,
          to,
          stop,
        });
        if (missing > 0) tell(`${counted(missing, 'picture')} of them are missing here`);
        tell(
          `${counted(reviews, 'review')}, ${counted(products, 'product')}, ${counted(questions, 'question')} and ` +
            `${counted(photos, 'picture file')} written to ${target}`,
        );
        return;
      }
      const where = { publicUrl: settings['public-url'] };
      const { reviews, unsaid, pieces } =
        format === GOOGLE
          ? await programs.exportGoogle(db, business, where)
          : await programs.exportTable(db, business, format, where);
      for (const [what, count] of unsaid) tell(`${format} cannot say of ${counted(count, 'review')}: ${what}`);
      await writeOutput(to, untilStopped(pieces, stop));
      tell(`${counted(reviews, 'review')} written to ${target}`);
    });
  },
});

type Written = Awaited<ReturnType<Programs['exportPlaudit']>>;

interface Writing {
  readonly business: string;
  readonly to: string;
  readonly stop: AbortSignal;
}

/** @throws Failure once it is told to end: what was written so far goes. */
async function* untilStopped(pieces: AsyncIterable<string>, stop: AbortSignal): AsyncGenerator<string> {
  for await (const piece of pieces) {
    if (stop.aborted) throw new Failure('Stopped: nothing was written');
    yield piece;
  }
}

async function writePlaudit(
  db: Database,
  { exportPlaudit }: Programs,
  { business, to, stop }: Writing,
): Promise<Written> {
  const write = (sink: ExportSink) =>
    exportPlaudit(db, business, {
      photo: (name, bytes) => sink.photo(name, bytes),
      lines: (name, lines) => sink.lines(name, untilStopped(lines, stop)),
      end: () => sink.end(),
    });
  if (to === '-') {
    const directory = await mkdtemp(join(tmpdir(), 'plaudit-export-'));
    using _ = new Cleared(directory);
    return await write(new TarSink((bytes) => writeTo(process.stdout, bytes), directory));
  }
  let written: Written | undefined;
  if (to.endsWith('.tar'))
    await whole(to, (partial, directory) =>
      openOutput(partial, async (file) => {
        written = await write(new TarSink((bytes) => file.writeFile(bytes), directory));
      }),
    );
  else
    await whole(to, async (partial) => {
      written = await write(new FolderSink(partial));
    });
  return written!;
}

import type { ImportCounts } from '../../../exchange/products/import.ts';
import { command } from '../../settings/command.ts';
import { meantBusiness } from '../../business.ts';
import { Failure } from '../../settings/failure.ts';
import { findService } from '../../places.ts';
import { printable, say } from '../../settings/printable.ts';
import { oneOf } from '../../settings/settings.ts';
import { withDatabase } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';
import { nameOf, openInput } from '../../files/input-file.ts';
import { Progress } from '../../files/progress.ts';

const formats = ['google', 'shopify', 'woocommerce', 'csv', 'json'] as const;

const readFormat = oneOf(formats, (value) => `one of ${formats.join(', ')}, not ${JSON.stringify(value)}`);

export const importCommand = command({
  name: 'products import',
  purpose: 'takes a catalogue from a file; the same file again changes nothing',
  flags: {
    file: { value: 'FILE', bare: true, required: true, help: 'the file; - is standard input' },
    ...businessFlags,
    format: {
      value: 'NAME',
      read: readFormat,
      help: `one of ${formats.join(', ')}; default: what the file looks like`,
    },
    'dry-run': { help: 'say what would be done, and do nothing' },
  },
  async run(settings) {
    const business = await meantBusiness(settings);
    const { format } = settings;
    const input = await openInput(settings.file);
    const isDry = settings['dry-run'];
    await withDatabase(settings, async (db, { importCatalogue, FileRefused, ImportFailed }) => {
      const progress = new Progress(input, 'products');
      const warn = (line: string): void => progress.above(() => process.stderr.write(`${printable(line)}\n`));
      try {
        const { location } = findService(settings).service;
        const counts = await importCatalogue({ location, db, business }, input.read(), {
          format,
          dryRun: isDry,
          onRefused: (line, reason) => warn(`line ${line}: ${reason}`),
          onNotice: warn,
          onStored: ({ total }) => progress.show(total),
        });
        progress.clear();
        report(counts, isDry);
      } catch (error) {
        progress.clear();
        if (error instanceof FileRefused) throw new Failure(`${nameOf(input)}: ${error.message}`);
        if (error instanceof ImportFailed) throw new Failure(error.message);
        throw error;
      } finally {
        input.close();
      }
    });
  },
});

function report({ total, added, changed, unchanged, refused, unpublished }: ImportCounts, isDry: boolean): void {
  if (unpublished > 0) say(`${unpublished} left out: the shop does not show them`);
  if (isDry) say('This was a dry run: nothing has been stored');
  say(`${total} products: ${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused`);
  if (refused > 0) process.exitCode = 1;
}

import { writeOutput, refuseTaken } from '../../files/output-file.ts';
import { command } from '../../settings/command.ts';
import { flags } from '../../settings/flags.ts';
import { counted, endWithReader, printable } from '../../settings/printable.ts';
import { oneOf } from '../../settings/settings.ts';
import { withBusiness } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';

const formats = ['csv', 'judgeme', 'yotpo'] as const;
const readFormat = oneOf(formats, (value) => `one of ${formats.join(', ')}, not ${JSON.stringify(value)}`);

export const exportCommand = command({
  name: 'reviews export',
  purpose:
    'writes all reviews to a file that other programs take, with the e-mail addresses of their authors: ' +
    'it is for the shop alone; what the format cannot say is told first',
  flags: {
    ...businessFlags,
    format: { value: 'NAME', read: readFormat, required: true, help: `one of ${formats.join(', ')}` },
    to: { value: 'FILE', required: true, help: 'the file to write, which must not exist; - is standard output' },
    ...flags('public-url'),
  },
  async run(settings) {
    const { format, to } = settings;
    endWithReader();
    refuseTaken(to);
    const out = to === '-' ? process.stderr : process.stdout;
    const tell = (line: string): void => void out.write(`${printable(line)}\n`);
    await withBusiness(settings, async (db, programs, business) => {
      const { reviews, unsaid, pieces } = await programs.exportTable(db, business, format, settings['public-url']);
      for (const [what, count] of unsaid) tell(`${format} cannot say of ${counted(count, 'review')}: ${what}`);
      await writeOutput(to, pieces);
      tell(`${counted(reviews, 'review')} written to ${to === '-' ? 'standard output' : to}`);
    });
  },
});

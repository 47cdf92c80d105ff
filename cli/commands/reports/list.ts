import { command } from '../../settings/command.ts';
import { flag } from '../../settings/flags.ts';
import { printable } from '../../settings/printable.ts';
import { withDatabase } from '../account/database.ts';
import { placeFlags } from '../account/inputs.ts';

export const list = command({
  name: 'reports list',
  summary: 'lists the open reports of shoppers, oldest first',
  flags: { ...placeFlags, business: flag('business', { help: 'only reports on reviews of this business' }) },
  async run(settings) {
    await withDatabase(settings, async (db, { listReports }) => {
      for (const report of await listReports(db, settings.business)) {
        const date = new Date(report.createdAt).toISOString().slice(0, 16).replace('T', ' ');
        const review = `${report.ofProduct ? 'product review' : 'review'} ${report.reviewNo}`;
        const columns = [report.id, date, review, report.reason, report.message, report.business];
        process.stdout.write(`${columns.map(printable).join('\t')}\n`);
      }
    });
  },
});

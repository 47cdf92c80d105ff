import { LONGEST_TEXT } from '../../contract/endpoints/limits.ts';
import { command } from '../settings/command.ts';
import { flag } from '../settings/flags.ts';
import { say, sayRow } from '../settings/printable.ts';
import { UsageError } from '../settings/settings.ts';
import { withDatabase } from './account/database.ts';
import { placeFlags } from './account/inputs.ts';

const list = command({
  name: 'reports list',
  purpose: 'lists the open reports of shoppers, oldest first',
  flags: { ...placeFlags, business: flag('business', { help: 'only reports on reviews of this business' }) },
  async run(settings) {
    await withDatabase(settings, async (db, { listReports }) => {
      for (const report of await listReports(db, settings.business)) {
        const date = new Date(report.createdAt).toISOString().slice(0, 16).replace('T', ' ');
        // As the commands for reviews take it.
        const review = `${report.reviewNo} ${report.ofProduct ? '--product' : '--shop'}`;
        const columns = [report.id, date, review, report.reason, report.message, report.business];
        sayRow(...columns);
      }
    });
  },
});

const close = command({
  name: 'reports close',
  purpose: 'closes a report, with what came of it; the review stays as it is',
  flags: {
    ...placeFlags,
    id: { value: 'ID', bare: true, required: true, help: "the report, as 'reports list' shows it" },
    outcome: { value: 'TEXT', required: true, help: 'what came of it' },
  },
  async run(settings) {
    const [id, outcome] = [settings.id.toLowerCase(), settings.outcome.trim()];
    if (!/^[0-9a-f-]{36}$/.test(id))
      throw new UsageError("ID must be that of a report, as 'plaudit reports list' shows it");
    if (outcome === '' || outcome.length > LONGEST_TEXT)
      throw new UsageError(`--outcome must be a text of at most ${LONGEST_TEXT} characters`);
    await withDatabase(settings, async (db, { closeReport }) => {
      await closeReport(db, id, outcome);
      say(`Report ${id} is closed`);
    });
  },
});

export const reports = [list, close];

import { LONGEST_TEXT } from '../../../contract/endpoints/limits.ts';
import { command } from '../../settings/command.ts';
import { UsageError } from '../../settings/settings.ts';
import { withDatabase } from '../account/database.ts';
import { placeFlags } from '../account/inputs.ts';

export const close = command({
  name: 'reports close',
  summary: 'closes a report, with what came of it; the review stays as it is',
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
      process.stdout.write(`Report ${id} is closed\n`);
    });
  },
});

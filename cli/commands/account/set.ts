import { command } from '../../command.ts';
import { UsageError } from '../../settings.ts';
import { withDatabase } from './database.ts';
import { placeFlags, readBusiness } from './inputs.ts';

export const set = command({
  name: 'account set',
  summary: 'changes how a business is served',
  flags: {
    ...placeFlags,
    business: { value: 'DOMAIN', required: true, help: 'the site domain of the business' },
    hold: { value: 'on|off', required: true, help: 'whether new reviews are pending until somebody publishes them' },
  },
  async run(settings) {
    const business = readBusiness(settings.business);
    const { hold } = settings;
    if (hold !== 'on' && hold !== 'off') throw new UsageError('--hold must be on or off');
    await withDatabase(settings, async (db, { holdReviews }) => {
      await holdReviews(db, business, hold === 'on');
      process.stdout.write(`${business} ${hold === 'on' ? 'holds' : 'publishes'} new reviews\n`);
    });
  },
});

import { command } from '../../settings/command.ts';
import { meantBusiness } from '../../business.ts';
import { Failure } from '../../settings/failure.ts';
import { say, sayRow } from '../../settings/printable.ts';
import { businessFlags } from '../account/inputs.ts';
import { withProxyData } from './data.ts';

const MOST_LINES = 1_000;

const flagsFor = (what: string) =>
  ({
    ...businessFlags,
    id: { value: 'ID', bare: true, required: true, help: `what to ${what}, as 'proxy queue list' shows it` },
  }) as const;

const list = command({
  name: 'proxy queue list',
  purpose: 'shows what shoppers wrote and the review service does not have: id, date, operation, state, first words',
  flags: businessFlags,
  run: (settings) =>
    withProxyData(settings, async (db, { listQueue }) => {
      const { items, total } = await listQueue(db, await meantBusiness(settings, 'proxy'), {
        start: 0,
        count: MOST_LINES,
      });
      for (const { id, operation, state, created, attempts, errorReason, heldReason, fields } of items) {
        const about = fields['title'] ?? fields['message'] ?? fields['content'] ?? '';
        const problem = errorReason === null ? '' : `, ${errorReason}`;
        const stands = state === 'held' ? `held: ${heldReason}` : `${state} after ${attempts} attempts${problem}`;
        const columns = [id, created, operation, stands, about.slice(0, 60).toWellFormed()];
        sayRow(...columns);
      }
      say(`${total} in the queue`);
    }),
});

const release = command({
  name: 'proxy queue release',
  purpose: 'releases what is held because it looks like part of a flood',
  flags: flagsFor('release'),
  run: (settings) =>
    withProxyData(settings, async (db, { releaseFromQueue }) => {
      if (!(await releaseFromQueue(db, await meantBusiness(settings, 'proxy'), settings.id)))
        throw new Failure('The queue holds nothing back under this id');
      say(`${settings.id} is released: the proxy passes it on while it runs`);
    }),
});

const drop = command({
  name: 'proxy queue drop',
  purpose: 'gives up something in the queue for good',
  flags: flagsFor('give up'),
  run: (settings) =>
    withProxyData(settings, async (db, { dropFromQueue }) => {
      if (!(await dropFromQueue(db, await meantBusiness(settings, 'proxy'), settings.id)))
        throw new Failure('The queue holds nothing of this id');
      say(`${settings.id} is given up`);
    }),
});

export const proxyQueue = [list, release, drop];

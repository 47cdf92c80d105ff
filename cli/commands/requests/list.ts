import { command } from '../../settings/command.ts';
import { endWithReader, sayArray, sayRow } from '../../settings/printable.ts';
import { oneOf } from '../../settings/settings.ts';
import { withBusiness } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';

const states = ['waiting', 'sent', 'refused', 'given up', 'unsubscribed', 'opened', 'written', 'not mailed'] as const;

const readState = oneOf(states, (value) => `one of ${states.join(', ')}, not ${JSON.stringify(value)}`);

export const list = command({
  name: 'requests list',
  purpose:
    'lists the requests for reviews with what became of each, newest first: date, state, order, address, ' +
    'skus (- for one about the shop)',
  flags: {
    ...businessFlags,
    state: { value: 'STATE', read: readState, help: `only requests that are ${states.join(', ')}` },
    json: { help: 'as a JSON array' },
  },
  async run(settings) {
    const { state, json } = settings;
    endWithReader();
    await withBusiness(settings, async (db, { listRequests }, business) => {
      const found = listRequests(db, business, { state });
      if (json) return sayArray(found);
      for await (const request of found) {
        const skus = request.kind === 'products' ? request.product_skus.join(',') : '-';
        const recipient = request.email ?? request.phone ?? '';
        sayRow(request.created.slice(0, 10), request.state, request.order_id, recipient, skus);
      }
    });
  },
});

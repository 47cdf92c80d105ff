/** Settings → Holding: which new reviews wait until somebody of the shop has looked at them. */
import { atomically } from '../../../review-store/databases/transaction.ts';
import type { Service } from '../../context.ts';
import { html } from '../../letters/html.ts';
import { holdReviews } from '../../people/accounts/manage.ts';
import { holdingOf, holdings } from '../../people/holding.ts';
import { unknown } from '../frame/guard.ts';
import type { DeclarePage } from '../frame/page.ts';
import { selectOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { noteSetting } from './note-setting.ts';

const { holding: said } = words;
const PATH = '/settings/holding';

export function registerHolding(page: DeclarePage, { db, now }: Service): void {
  page('GET', PATH, 'owner', ({ session, query, at }) => {
    const options = holdings.map((one) => [one, said.options[one]] as const);
    return {
      title: words.navigation.holding,
      ...(valueIn(query, 'done') === '' ? {} : { done: html`${said.saved}` }),
      body: html`<section class="card"><p class="soft">${said.text}</p>
<form class="fields" method="post" action="${at(PATH)}">
${selectOf({ name: 'hold', label: said.label, chosen: holdingOf(session.business), options })}
<p class="hint">${said.hint}</p>
<button>${said.save}</button></form></section>`,
    };
  });

  page('POST', PATH, 'owner', async (call) => {
    const chosen = holdings.find((one) => one === valueIn(call.form, 'hold'));
    if (!chosen) throw unknown();
    await atomically(db, async (transaction) => {
      await holdReviews(transaction, call.session.business.domain, chosen);
      await noteSetting(transaction, call, 'holding', now());
    });
    return { to: `${PATH}?done=1` };
  });
}

/** Settings → Holding: which new reviews wait. Settings → Mails: what the people of the shop are told, and when. */
import { newsKinds, noticeTimes, readNoticeTimes, setNoticeTimes, type NoticeTimes } from '../../care/notices/times.ts';
import type { Service } from '../../context.ts';
import { html, type Markup } from '../../letters/html.ts';
import { holdReviews } from '../../people/accounts/manage.ts';
import { holdingOf, holdings, type Holding } from '../../people/holding.ts';
import { choicesOf } from '../frame/forms.ts';
import { unknown } from '../frame/guard.ts';
import type { DeclarePage } from '../frame/page.ts';
import { selectOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { declareSetting } from './declare.ts';

const { holding, mails } = words;

export function registerHolding(page: DeclarePage, service: Service): void {
  declareSetting<Holding>(page, service, 'holding', {
    read: ({ session }) => holdingOf(session.business),
    typed: ({ form }) => oneIn(holdings, valueIn(form, 'hold')),
    save: (transaction, { session }, chosen) => holdReviews(transaction, session.business.domain, chosen),
    show: ({ at }, chosen) =>
      choiceForm(
        at('/settings/holding'),
        holding,
        selectOf({ name: 'hold', label: holding.label, chosen, options: choicesOf(holdings, holding.options) }),
      ),
  });
  declareSetting<NoticeTimes>(page, service, 'mails', {
    read: ({ session }) => readNoticeTimes(service.db, session.business.id),
    typed: ({ form }) =>
      Object.fromEntries(newsKinds.map((kind) => [kind, oneIn(noticeTimes, valueIn(form, kind))])) as NoticeTimes,
    save: (transaction, { session }, chosen) => setNoticeTimes(transaction, session.business.id, chosen),
    show({ at }, times) {
      const options = choicesOf(noticeTimes, mails.times);
      const fields = newsKinds.map((kind) =>
        selectOf({ name: kind, label: mails.kinds[kind], chosen: times[kind], options }),
      );
      return choiceForm(at('/settings/mails'), mails, fields);
    },
  });
}

/** @throws Refused for a value that the form does not have. */
function oneIn<Value extends string>(values: readonly Value[], given: string): Value {
  const found = values.find((value) => value === given);
  if (found === undefined) throw unknown();
  return found;
}

const choiceForm = (
  action: string,
  { text, hint }: { readonly text: string; readonly hint: string },
  fields: Markup | readonly Markup[],
): Markup => html`<section class="card"><p class="soft">${text}</p>
<form class="fields" method="post" action="${action}">${fields}
<p class="hint">${hint}</p>
<button>${words.shop.save}</button></form></section>`;

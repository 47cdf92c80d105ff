/** Settings → Mails: what the people of the shop are told at once, and what once a day. */
import { newsKinds, noticeTimes, readNoticeTimes, setNoticeTimes, type NoticeTimes } from '../../care/notices/times.ts';
import type { Service } from '../../context.ts';
import { html } from '../../letters/html.ts';
import { unknown } from '../frame/guard.ts';
import type { DeclarePage } from '../frame/page.ts';
import { selectOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';

const { mails: said } = words;
const PATH = '/settings/mails';

export function registerMails(page: DeclarePage, { db }: Service): void {
  page('GET', PATH, 'owner', async ({ session, query, at }) => {
    const times = await readNoticeTimes(db, session.business.id);
    const options = noticeTimes.map((time) => [time, said.times[time]] as const);
    const fields = newsKinds.map((kind) =>
      selectOf({ name: kind, label: said.kinds[kind], chosen: times[kind], options }),
    );
    return {
      title: words.navigation.mails,
      ...(valueIn(query, 'done') === '' ? {} : { done: html`${said.saved}` }),
      body: html`<section class="card"><p class="soft">${said.text}</p>
<form class="fields" method="post" action="${at(PATH)}">${fields}
<p class="hint">${said.hint}</p>
<button>${said.save}</button></form></section>`,
    };
  });

  page('POST', PATH, 'owner', async ({ session, form }) => {
    const chosen = newsKinds.map((kind) => [kind, noticeTimes.find((time) => time === valueIn(form, kind))] as const);
    if (chosen.some(([, time]) => time === undefined)) throw unknown();
    await setNoticeTimes(db, session.business.id, Object.fromEntries(chosen) as NoticeTimes);
    return { to: `${PATH}?done=1` };
  });
}

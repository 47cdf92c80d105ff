/** The steps of a shop that has no reviews yet, each with a mark once it is truly done. */
import { readStorefront } from '../../data/storefronts.ts';
import type { Database } from '../../data/tables.ts';
import { html, type Markup } from '../../letters/html.ts';
import { navigation } from '../frame/navigation.ts';
import type { PageCall } from '../frame/page.ts';
import { findSomeSku } from '../setup/catalogue.ts';
import { words } from '../words/index.ts';

const { firstSteps: said } = words;

/** Nothing once all are done, and for those who may do none of them. */
export async function firstSteps(db: Database, { session, at }: PageCall): Promise<Markup | false> {
  if (session.role !== 'owner') return false;
  const { id, domain } = session.business;
  const hasAny = async (table: 'review_request' | 'imported_review') =>
    (await db
      .selectFrom(table as 'review_request')
      .select('business_id')
      .where('business_id', '=', id)
      .limit(1)
      .executeTakeFirst()) !== undefined;
  const elsewhere = navigation.find(({ label }) => (label as string) === 'transfer');
  const steps = [
    { step: 'catalogue', path: '/settings/catalogue', isDone: (await findSomeSku(db, domain)) !== undefined },
    ...(elsewhere
      ? [{ step: 'elsewhere', path: elsewhere.path, isDone: await hasAny('imported_review') } as const]
      : []),
    { step: 'snippet', path: '/settings/snippet', isDone: (await readStorefront(db, id)) !== null },
    { step: 'request', path: '/requests/new', isDone: await hasAny('review_request') },
  ] as const;
  if (steps.every(({ isDone }) => isDone)) return false;
  const rows = steps.map(({ step, path, isDone }) => {
    const { title, hint } = said.steps[step];
    return html`<li><span class="what"><a class="strong" href="${at(path)}">${title}</a>
<span class="hint">${hint}</span></span>
<span class="state ${isDone && 'published'}">${isDone ? said.done : said.toDo}</span></li>`;
  });
  return html`<section class="card" aria-labelledby="steps"><h2 id="steps">${said.title}</h2>
<ol class="plain rows">${rows}</ol></section>`;
}

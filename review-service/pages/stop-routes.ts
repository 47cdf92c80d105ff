/** The page where somebody stops further requests; the same address takes the one POST of a mail program (RFC 8058). */
import { fill } from '../../contract/texts/texts.ts';
import type { FastifyInstance } from 'fastify';
import { html } from '../letters/html.ts';
import type { Service } from '../context.ts';
import { stopRequests } from '../letters/requests/stops.ts';
import { inTransaction } from '../../review-store/databases/transaction.ts';
import { endPage } from './frame/end-pages.ts';
import { wordingFor } from './frame/face.ts';
import { show, type Page } from './frame/layout.ts';
import { openPage, type OpenPage, type PersonalLink } from './frame/open-page.ts';
import { PageProblem } from './frame/problem.ts';

export function registerStopPage(app: FastifyInstance, service: Service): void {
  const { db, now } = service;
  app.get<PersonalLink>('/stop/:business/:token', async (request, reply) => {
    const { business, face } = await openPage(service, request, 'stop');
    const wording = wordingFor(request, face);
    const words = wording.stop;
    const page: Page = {
      wording,
      business: business.name,
      title: words.title,
      content: html`<h1>${words.heading}</h1>
<p>${fill(words.text, { business: business.name })}</p>
<form method="post"><div><button>${words.confirm}</button></div></form>`,
    };
    return show(reply, 200, page, face);
  });

  void app.register(async (scope) => {
    // The address says it all. The body is not read, whatever the mail program calls it.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('onRequest', async ({ raw }) => void delete raw.headers['content-type']);
    scope.post<PersonalLink>('/stop/:business/:token', async (request, reply) => {
      const { business, face, target } = await openPage(service, request, 'stop');
      await inTransaction(db, (transaction) => stopRequests(transaction, business.id, emailOf(target), now()));
      const wording = wordingFor(request, face);
      const { title, doneHeading: heading, done } = wording.stop;
      return show(
        reply,
        200,
        endPage({ business, title, heading, text: fill(done, { business: business.name }) }, wording),
        face,
      );
    });
  });
}

function emailOf(target: OpenPage['target']): string {
  if (!('email' in target)) throw new PageProblem(404, 'unknown');
  return target.email;
}

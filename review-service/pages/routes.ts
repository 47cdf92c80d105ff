/** The pages behind links. They need no JavaScript; a GET shows, and only a POST changes anything. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import { findBusiness, type BusinessRow } from '../../review-store/businesses.ts';
import { addReview } from '../../review-store/reviews.ts';
import { readForm } from '../../server-kit/form.ts';
import { isDomainName } from '../accounts/rights.ts';
import { newSecret } from '../accounts/secrets.ts';
import type { Service } from '../context.ts';
import { authorOf } from '../operations/authors.ts';
import { storeOf, type Database } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import { AddressLimit } from './address-limit.ts';
import { pageHeaders, renderPage, type Page } from './layout.ts';
import { english as wording } from './wording.ts';
import { emptyForm, findMistakes, ratingsOf, readTyped, type Typed } from './write-form.ts';
import { openWriteLink } from './write-links.ts';
import { problemPage, thanksPage, writePage } from './write-page.ts';

interface LinkParams {
  Params: { business: string; hash: string };
}

/** A problem that is shown as a page. */
class PageProblem extends Error {
  readonly http: number;
  readonly problem: keyof typeof wording.problems;
  constructor(http: number, problem: keyof typeof wording.problems) {
    super(problem);
    this.http = http;
    this.problem = problem;
  }
}

export async function registerPages(app: FastifyInstance, service: Service): Promise<void> {
  const { db, now } = service;
  const limit = new AddressLimit();

  await app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => answerProblem(error, request, reply));

    pages.get<LinkParams>('/write/:business/:hash', async (request, reply) => {
      const business = await openLink(db, request.params, now());
      return show(reply, 200, writePage({ ...about(business), typed: emptyForm(newSecret()), mistakes: {} }, wording));
    });

    pages.post<LinkParams>('/write/:business/:hash', async (request, reply) => {
      const business = await openLink(db, request.params, now());
      const typed = readTyped((await readForm(request)).fields);
      const mistakes = findMistakes(typed, wording);
      if (Object.keys(mistakes).length > 0) return show(reply, 400, writePage({ ...about(business), typed, mistakes }, wording));
      const wait = limit.take(request.ip, now());
      if (wait !== null) {
        reply.header('retry-after', Math.ceil(wait / 1_000));
        throw new PageProblem(429, 'tooMany');
      }
      await saveReview(db, business, typed, now());
      // After a redirect, reloading the page sends nothing again.
      return reply.headers(pageHeaders).redirect(`${request.url.split('?', 1)[0]}/thanks`, 303);
    });

    pages.get<LinkParams>('/write/:business/:hash/thanks', async (request, reply) => {
      const business = await openLink(db, request.params, now());
      return show(reply, 200, thanksPage({ ...about(business), address: business.url_address }, wording));
    });
  });
}

async function openLink(db: Database, params: LinkParams['Params'], now: number): Promise<BusinessRow> {
  const business = isDomainName(params.business) ? await findBusiness(storeOf(db), params.business) : undefined;
  const state = business && /^[\w-]{1,64}$/.test(params.hash) ? await openWriteLink(db, business.id, params.hash, now) : 'unknown';
  if (!business || state === 'unknown') throw new PageProblem(404, 'unknown');
  if (state === 'expired') throw new PageProblem(410, 'expired');
  return business;
}

const about = (business: BusinessRow) => ({ business: business.name, held: business.hold_reviews === 1 });

const FORMS_KEPT_MS = 30 * 86_400_000;

/** One review for each form, however often it is sent. */
async function saveReview(db: Database, business: BusinessRow, typed: Typed, now: number): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('sent_form').where('created_at', '<', now - FORMS_KEPT_MS).execute();
    const sent = await transaction
      .insertInto('sent_form')
      .values({ form_id: `${business.id} ${typed.formId.slice(0, 64)}`, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (sent.numInsertedOrUpdatedRows === 0n) return;
    const authorId = await authorOf(transaction, business.id, { firstName: undefined, lastName: undefined, fullName: typed.name, email: typed.email });
    await addReview(storeOf(transaction), business.id, {
      authorId,
      title: typed.title,
      content: typed.content,
      tip: null,
      orderId: null,
      ratings: ratingsOf(typed),
      images: [],
      source: null,
      labels: [],
      held: business.hold_reviews === 1,
      now,
    });
  });
}

function show(reply: FastifyReply, http: number, page: Page): FastifyReply {
  return reply.code(http).headers(pageHeaders).send(renderPage(page));
}

function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof PageProblem) return show(reply, error.http, problemPage(wording.problems[error.problem], wording));
  const status = error instanceof ApiError ? error.http : (error as { statusCode?: number }).statusCode;
  if (status !== undefined && status < 500) return show(reply, status, problemPage(wording.problems.unreadable, wording));
  request.log.error({ err: error }, 'a page failed');
  return show(reply, 500, problemPage(wording.problems.failed, wording));
}

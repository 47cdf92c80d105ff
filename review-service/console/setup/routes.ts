/** The guided set-up, behind the link that `plaudit start` prints as long as nobody owns a shop here. */
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { contentOf, readForm } from '../../../server-kit/http/form.ts';
import type { FeedState } from '../../data/feed-state.ts';
import type { Service } from '../../context.ts';
import { placeOf, signInAs } from '../entrance/sign-in.ts';
import { addressIn } from '../frame/base.ts';
import { usesCodes } from '../../people/accounts/codes.ts';
import { sourceOf } from '../../people/accounts/failed-logins.ts';
import { setSessionCookie } from '../../pages/session-cookie.ts';
import { redirect, show } from '../../pages/frame/layout.ts';
import { answerProblem } from '../../pages/frame/problem.ts';
import { readField, type Mistakes } from '../../pages/frame/review-form.ts';
import { catalogueReader, findSomeSku, useFeed } from './catalogue.ts';
import { cookie, isOpen, isOwn, registerEntrance } from './entrance.ts';
import { readFeedAddress, readOriginLines } from './screens/forms.ts';
import { PATH } from './link.ts';
import { donePage, lookPage, stylesOf } from './screens/look-page.ts';
import { findMissing, noteFinished } from './missing.ts';
import { endedPage, foreignPage, originsPage } from './screens/pages.ts';
import { productsPage } from './screens/products-page.ts';
import { sampleReviews, sampleStatistics } from './screens/sample.ts';
import type { SetUp } from './set-up.ts';
import type { Snippet } from './screens/snippet.ts';
import { readTheme } from './screens/theme.ts';

export async function registerSetUp(app: FastifyInstance, service: Service, setUp: SetUp): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => answerProblem(error, request, reply));
    // With `no-referrer` a form would say that it comes from nowhere.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('referrer-policy', 'same-origin');
    });
    registerEntrance(scope, service, setUp);
    registerOrigins(scope, service, setUp);
    registerProducts(scope, service, setUp);
    registerLook(scope, service, setUp);
  });
}

function registerOrigins(app: FastifyInstance, service: Service, setUp: SetUp): void {
  app.get(`${PATH}/websites`, async (request, reply) => {
    if (!(await isOpen(setUp, request))) return show(reply, 404, endedPage());
    const { business, origins } = setUp.choices();
    return show(reply, 200, originsPage({ business, typed: origins.join('\n'), mistakes: {} }));
  });

  app.post(`${PATH}/websites`, async (request, reply) => {
    if (!isOwn(service, request)) return show(reply, 403, foreignPage());
    if (!(await isOpen(setUp, request))) return show(reply, 404, endedPage());
    const { business } = setUp.choices();
    const typed = readField((await readForm(request)).fields, 'origins');
    const read = readOriginLines(typed);
    if ('wrong' in read) return show(reply, 400, originsPage({ business, typed, mistakes: { origins: read.wrong } }));
    setUp.options.keep({ business, origins: read.origins });
    return redirect(reply, 'products');
  });
}

function registerProducts(app: FastifyInstance, service: Service, setUp: SetUp): void {
  app.get(`${PATH}/products`, async (request, reply) => {
    if (!(await isOpen(setUp, request))) return show(reply, 404, endedPage());
    return show(reply, 200, productsPage({ ...setUp.choices(), mistakes: {}, feed: '', taken: null }));
  });

  app.post(`${PATH}/products`, async (request, reply) => {
    if (!isOwn(service, request)) return show(reply, 403, foreignPage());
    if (!(await isOpen(setUp, request))) return show(reply, 404, endedPage());
    const { business } = setUp.choices();
    const again = (http: number, mistakes: Mistakes, feed = '') =>
      show(reply, http, productsPage({ business, mistakes, feed, taken: null }));
    try {
      const form = await readForm(request, { files: catalogueReader(service, business), isKnown: true });
      const feed = readField(form.fields, 'feed');
      const taken = form.files[0] ? contentOf(form.files[0]) : null;
      if (feed === '' && !taken) return await again(400, { feed: 'Give an address or a file, or go on without' });
      if (taken && 'wrong' in taken) return await again(400, { file: taken.wrong }, feed);
      const address = feed === '' ? '' : readFeedAddress(feed);
      if (address === null)
        return await again(400, { feed: 'Give an address such as https://your-shop.example/feed.xml' }, feed);
      const read = address === '' ? undefined : await readAtOnce(service, business, address);
      const unread: Mistakes = read?.failure ? { feed: `The feed cannot be read: ${read.failure}` } : {};
      return await show(
        reply,
        read?.failure ? 400 : 200,
        productsPage({ business, mistakes: unread, feed, read, taken }),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.http !== 413) throw error;
      return again(413, { file: error.message });
    }
  });
}

/** The merchant who gave it is still there to be told. It is kept in either case: the shop may only be down. */
async function readAtOnce(service: Service, business: string, address: string): Promise<FeedState | undefined> {
  await useFeed(service.db, business, address, service.now());
  return service.readFeed(business);
}

function registerLook(app: FastifyInstance, service: Service, setUp: SetUp): void {
  app.get(`${PATH}/look`, async (request, reply) => {
    if (!(await isOpen(setUp, request))) return show(reply, 404, endedPage());
    const { business } = setUp.choices();
    const theme = readTheme(request.query as Record<string, string>);
    return show(reply, 200, lookPage({ ...(await snippetFor(service, setUp, business)), theme }));
  });

  // The preview asks with every change of a colour.
  app.get(`${PATH}/theme`, async (request, reply) => {
    if (!(await isOpen(setUp, request))) return show(reply, 404, endedPage());
    const theme = readTheme(request.query as Record<string, string>);
    return reply.header('cache-control', 'no-store').send(stylesOf(theme));
  });

  app.post(`${PATH}/finish`, async (request, reply) => {
    if (!isOwn(service, request)) return show(reply, 403, foreignPage());
    if (!(await isOpen(setUp, request))) return show(reply, 404, endedPage());
    await noteFinished(service);
    const accountId = await setUp.passes.endSession();
    setSessionCookie(request, reply, cookie, null);
    // A password alone lets nobody in who is asked for a code.
    if (accountId !== null && !(await usesCodes(service.db, accountId)))
      await signInAs(service, { request, reply }, { accountId, source: sourceOf(service.db, placeOf(request)) });
    const { business } = setUp.choices();
    const missing = await findMissing(service, business, setUp.options);
    const consoleUrl = addressIn(service)('');
    return show(reply, 200, donePage({ ...(await snippetFor(service, setUp, business)), missing, consoleUrl }));
  });
}

async function snippetFor({ db }: Service, { options }: SetUp, business: string): Promise<Snippet> {
  return { business, proxyUrl: options.proxyUrl(), sku: (await findSomeSku(db, business)) ?? 'YOUR-SKU' };
}

/** Reviews for previews: they are nobody's, so that everybody may ask for them. */
export function registerSample(app: FastifyInstance, { now }: Service): void {
  const reviews = `/console/sample/v1/businesses/-/product/reviews`;
  const open = { 'cache-control': 'no-store', 'access-control-allow-origin': '*' };
  app.get(reviews, async (_request, reply) =>
    reply.headers(open).send({ ...sampleReviews(now()), status: 'OK', success: true }),
  );
  app.get(`${reviews}/stats`, async (_request, reply) =>
    reply.headers(open).send({ ...sampleStatistics(), status: 'OK', success: true }),
  );
}

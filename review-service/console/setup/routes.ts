/** The guided set-up, behind the link that `plaudit start` prints as long as nobody owns a shop here. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { contentOf, readForm } from '../../../server-kit/http/form.ts';
import type { Service } from '../../context.ts';
import { redirect, show } from '../../pages/frame/layout.ts';
import { answerProblem } from '../../pages/frame/problem.ts';
import { readField } from '../../pages/frame/review-form.ts';
import { setSessionCookie } from '../../pages/session-cookie.ts';
import { usesCodes } from '../../people/accounts/codes.ts';
import { sourceOf } from '../../people/accounts/failed-logins.ts';
import { placeOf, signInAs } from '../entrance/proof.ts';
import { addressIn } from '../frame/base.ts';
import { words } from '../words/index.ts';
import { catalogueReader, findSomeSku, useFeed } from './catalogue.ts';
import { cookie, isOpen, isOwn, registerEntrance } from './entrance.ts';
import { PATH } from './link.ts';
import { findMissing, noteFinished } from './missing.ts';
import { findCatalogueMistakes, readFeedAddress, readOriginLines } from './screens/forms.ts';
import { donePage, lookPage } from './screens/look-page.ts';
import { endPage, originsPage } from './screens/pages.ts';
import { productsPage, type ProductsPage } from './screens/products-page.ts';
import { sampleReviews, sampleStatistics } from './screens/sample.ts';
import type { Snippet } from './screens/snippet.ts';
import { readTheme } from './screens/theme.ts';
import type { Choices, SetUp } from './set-up.ts';

const { products: said } = words.setUp;

export async function registerSetUp(app: FastifyInstance, service: Service, setUp: SetUp): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => answerProblem(error, request, reply));
    // With `no-referrer` a form would say that it comes from nowhere.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('referrer-policy', 'same-origin');
    });
    registerEntrance(scope, service, setUp);
    registerSteps(scope, service, setUp);
  });
}

/** For whoever has entered: theirs is the shop that was created. */
type Step = (request: FastifyRequest, reply: FastifyReply, choices: Choices) => Promise<FastifyReply>;

function registerSteps(app: FastifyInstance, service: Service, setUp: SetUp): void {
  const step = (method: 'GET' | 'POST', path: string, work: Step) =>
    app.route({
      method,
      url: `${PATH}/${path}`,
      handler: async (request, reply) => {
        if (method === 'POST' && !isOwn(service, request)) return show(reply, 403, endPage('foreign'));
        if (!(await isOpen(setUp, request))) return show(reply, 404, endPage('ended'));
        // There are some as soon as there is a shop.
        return work(request, reply, setUp.options.choices()!);
      },
    });
  const themeIn = ({ query }: FastifyRequest) => readTheme(query as RawParameters);

  step('GET', 'websites', async (_, reply, { business, origins }) =>
    show(reply, 200, originsPage(business, origins.join('\n'))),
  );

  step('POST', 'websites', async (request, reply, { business }) => {
    const typed = readField((await readForm(request)).fields, 'origins');
    const { origins, wrong } = readOriginLines(typed);
    if (wrong !== undefined) return show(reply, 400, originsPage(business, typed, { origins: wrong }));
    setUp.options.keep({ business, origins });
    return redirect(reply, 'products');
  });

  step('GET', 'products', async (_, reply, { business }) => show(reply, 200, productsPage({ business })));

  step('POST', 'products', async (request, reply, { business }) => {
    const [http, page] = await takeProducts(service, business, request);
    return show(reply, http, productsPage({ business, ...page }));
  });

  step('GET', 'look', async (request, reply, { business }) =>
    show(reply, 200, lookPage(await snippetFor(service, setUp, business), themeIn(request))),
  );

  step('POST', 'finish', async (request, reply, { business }) => {
    await noteFinished(service);
    const accountId = await setUp.passes.endSession();
    setSessionCookie(request, reply, cookie, null);
    // A password alone lets nobody in who is asked for a code.
    if (accountId !== null && !(await usesCodes(service.db, accountId)))
      await signInAs(service, { request, reply }, { accountId, source: sourceOf(service.db, placeOf(request)) });
    const missing = await findMissing(service, business, setUp.options);
    const snippet = await snippetFor(service, setUp, business);
    return show(reply, 200, donePage(snippet, missing, addressIn(service)('')));
  });
}

type Products = readonly [http: number, page: Omit<ProductsPage, 'business'>];

/** A feed is kept even where it cannot be read: the shop may only be down. */
async function takeProducts(service: Service, business: string, request: FastifyRequest): Promise<Products> {
  try {
    const form = await readForm(request, { files: catalogueReader(service, business), isKnown: true });
    const feed = readField(form.fields, 'feed');
    const taken = form.files[0] ? contentOf(form.files[0]) : null;
    const mistakes = findCatalogueMistakes(feed, taken !== null, said.nothing);
    const wrong = taken && 'wrong' in taken ? { ...mistakes, file: taken.wrong } : mistakes;
    if (Object.keys(wrong).length > 0) return [400, { mistakes: wrong, feed }];
    if (feed === '') return [200, { taken }];
    await useFeed(service.db, business, readFeedAddress(feed)!, service.now());
    // The merchant who gave it is still there to be told.
    const read = await service.readFeed(business);
    if (!read?.failure) return [200, { feed, read, taken }];
    return [400, { mistakes: { feed: fill(said.unread, { failure: read.failure }) }, feed, read, taken }];
  } catch (error) {
    if (!(error instanceof ApiError) || error.http !== 413) throw error;
    return [413, { mistakes: { file: error.message } }];
  }
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

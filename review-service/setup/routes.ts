/** The guided set-up, behind the link that `plaudit start` prints as long as nobody owns a shop here. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import { contentOf, readForm } from '../../server-kit/form.ts';
import type { Service } from '../context.ts';
import { AddressLimit } from '../pages/address-limit.ts';
import { redirect, show } from '../pages/layout.ts';
import { isFromOwnPage } from '../pages/own-page.ts';
import { answerProblem } from '../pages/problem.ts';
import { readField, type Mistakes } from '../pages/review-form.ts';
import { catalogueReader, findSomeSku, useFeed } from './catalogue.ts';
import {
  domainOf,
  emptyShop,
  findShopMistakes,
  readFeedAddress,
  readOriginLines,
  readShop,
  type TypedShop,
} from './forms.ts';
import { donePage, lookPage, stylesOf, type Snippet } from './look-page.ts';
import { deadLinkPage, endedPage, foreignPage, originsPage, shopPage } from './pages.ts';
import { productsPage } from './products-page.ts';
import { sampleReviews, sampleStatistics } from './sample.ts';
import { readSessionCookie, setSessionCookie } from './session-cookie.ts';
import type { SetUp } from './set-up.ts';
import { createShop, usualOrigins } from './shop.ts';
import { readTheme } from './theme.ts';

const FOLDER = '/console/setup';
/** Wrong links that one address may try within ten minutes. A random link of 256 bits is not found by trying. */
const MOST_WRONG_LINKS = 30;

interface Link {
  Params: { token: string };
}

export async function registerSetUp(app: FastifyInstance, service: Service, setUp: SetUp): Promise<void> {
  const wrongLinks = new AddressLimit(MOST_WRONG_LINKS);
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => answerProblem(error, request, reply));
    // With `no-referrer` a form would say that it comes from nowhere.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('referrer-policy', 'same-origin');
    });
    registerLink(scope, service, setUp, wrongLinks);
    registerOrigins(scope, service, setUp);
    registerProducts(scope, service, setUp);
    registerLook(scope, service, setUp);
    registerSample(scope, service);
  });
}

function registerLink(app: FastifyInstance, service: Service, setUp: SetUp, wrongLinks: AddressLimit): void {
  const deadLink = (request: FastifyRequest, reply: FastifyReply) => {
    wrongLinks.count(request, service.now());
    return show(reply, 404, deadLinkPage());
  };

  app.get<Link>(`${FOLDER}/:token`, async (request, reply) => {
    if (setUp.passes.openLink(request.params.token)) return show(reply, 200, shopPage(emptyShop, {}));
    // Whoever has just used it goes on where they were.
    return isOpen(setUp, request) ? redirect(reply, 'websites') : deadLink(request, reply);
  });

  app.post<Link>(`${FOLDER}/:token`, async (request, reply) => {
    if (!isOwn(service, request)) return show(reply, 403, foreignPage());
    if (!setUp.passes.openLink(request.params.token)) return deadLink(request, reply);
    const typed = readShop((await readForm(request)).fields);
    const mistakes = findShopMistakes(typed);
    if (Object.keys(mistakes).length > 0) return show(reply, 400, shopPage(typed, mistakes));
    // Two forms at once create one shop.
    const giveBack = setUp.passes.takeLink(request.params.token);
    if (!giveBack) return deadLink(request, reply);
    try {
      await create(service, setUp, typed);
    } catch (error) {
      giveBack();
      if (!(error instanceof ApiError) || error.http >= 500) throw error;
      return show(reply, 400, shopPage(typed, { [fieldOf(error)]: error.message }));
    }
    setSessionCookie(request, reply, setUp.passes.beginSession());
    return redirect(reply, 'websites');
  });
}

/** The form has been looked at already: what is left to refuse is the password, or a shop that is there. */
const fieldOf = (error: ApiError): keyof TypedShop => (error.is('alreadyExists') ? 'domain' : 'password');

/** What is chosen is kept before the shop is there, so that a process that dies in between has lost nothing. */
async function create({ db, now }: Service, setUp: SetUp, typed: TypedShop): Promise<void> {
  const business = domainOf(typed.domain)!;
  setUp.keep({ business, origins: usualOrigins(business) });
  await createShop(db, { ...typed, business }, setUp.options.proxy, now());
  await setUp.options.begin(business);
}

function registerOrigins(app: FastifyInstance, service: Service, setUp: SetUp): void {
  app.get(`${FOLDER}/websites`, async (request, reply) => {
    if (!isOpen(setUp, request)) return show(reply, 404, endedPage());
    const { business, origins } = setUp.choices();
    return show(reply, 200, originsPage({ business, typed: origins.join('\n'), mistakes: {} }));
  });

  app.post(`${FOLDER}/websites`, async (request, reply) => {
    if (!isOwn(service, request)) return show(reply, 403, foreignPage());
    if (!isOpen(setUp, request)) return show(reply, 404, endedPage());
    const { business } = setUp.choices();
    const typed = readField((await readForm(request)).fields, 'origins');
    const read = readOriginLines(typed);
    if ('wrong' in read) return show(reply, 400, originsPage({ business, typed, mistakes: { origins: read.wrong } }));
    setUp.keep({ business, origins: read.origins });
    return redirect(reply, 'products');
  });
}

function registerProducts(app: FastifyInstance, service: Service, setUp: SetUp): void {
  app.get(`${FOLDER}/products`, async (request, reply) => {
    if (!isOpen(setUp, request)) return show(reply, 404, endedPage());
    return show(reply, 200, productsPage({ ...setUp.choices(), mistakes: {}, feed: '', taken: null }));
  });

  app.post(`${FOLDER}/products`, async (request, reply) => {
    if (!isOwn(service, request)) return show(reply, 403, foreignPage());
    if (!isOpen(setUp, request)) return show(reply, 404, endedPage());
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
      if (address !== '') await useFeed(service.db, business, address, service.now());
      return await show(reply, 200, productsPage({ business, mistakes: {}, feed, taken }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.http !== 413) throw error;
      return again(413, { file: error.message });
    }
  });
}

function registerLook(app: FastifyInstance, service: Service, setUp: SetUp): void {
  app.get(`${FOLDER}/look`, async (request, reply) => {
    if (!isOpen(setUp, request)) return show(reply, 404, endedPage());
    const { business } = setUp.choices();
    const theme = readTheme(request.query as Record<string, string>);
    return show(reply, 200, lookPage({ ...(await snippetFor(service, setUp, business)), theme }));
  });

  // The preview asks with every change of a colour.
  app.get(`${FOLDER}/theme`, async (request, reply) => {
    if (!isOpen(setUp, request)) return show(reply, 404, endedPage());
    const theme = readTheme(request.query as Record<string, string>);
    return reply.header('cache-control', 'no-store').send(stylesOf(theme));
  });

  app.post(`${FOLDER}/finish`, async (request, reply) => {
    if (!isOwn(service, request)) return show(reply, 403, foreignPage());
    if (!isOpen(setUp, request)) return show(reply, 404, endedPage());
    setUp.passes.endSession();
    setSessionCookie(request, reply, null);
    const { business } = setUp.choices();
    return show(reply, 200, donePage(await snippetFor(service, setUp, business), service.addresses.publicUrl));
  });
}

async function snippetFor({ db }: Service, { options }: SetUp, business: string): Promise<Snippet> {
  return { business, proxyUrl: options.proxyUrl(), sku: (await findSomeSku(db, business)) ?? 'YOUR-SKU' };
}

/** What the preview asks for, in the shape of the proxy's answers. */
function registerSample(app: FastifyInstance, { now }: Service): void {
  const reviews = `${FOLDER}/sample/v1/businesses/-/product/reviews`;
  app.get(reviews, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ...sampleReviews(now()), status: 'OK', success: true }),
  );
  app.get(`${reviews}/stats`, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ...sampleStatistics(), status: 'OK', success: true }),
  );
}

const isOwn = ({ addresses }: Service, request: FastifyRequest): boolean => isFromOwnPage(request, addresses.publicUrl);

const isOpen = ({ passes }: SetUp, request: FastifyRequest): boolean => passes.isSession(readSessionCookie(request));

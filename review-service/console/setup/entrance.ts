/** The way into the set-up: a link that works once, and the password of the owner where there is one. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { readForm } from '../../../server-kit/http/form.ts';
import { requireAccount } from '../../people/accounts/accounts.ts';
import { checkOwner } from '../../people/accounts/login.ts';
import { listOwnedBusinesses } from '../../people/accounts/proxy-account.ts';
import type { Service } from '../../context.ts';
import { AddressLimit } from '../../pages/frame/address-limit.ts';
import { redirect, show } from '../../pages/frame/layout.ts';
import { isFromOwnPage } from '../../pages/own-page.ts';
import { readSessionCookie, setSessionCookie, type SessionCookie } from '../../pages/session-cookie.ts';
import { placeOf, refusalOf, secretIn } from '../entrance/proof.ts';
import { words } from '../words/index.ts';
import { domainOf, findShopMistakes, readShop, type TypedShop } from './screens/forms.ts';
import { GONE, PATH } from './link.ts';
import { findMissing, isFinished } from './missing.ts';
import { endPage, passwordPage, shopPage } from './screens/pages.ts';
import type { SetUp } from './set-up.ts';
import { createShop, usualOrigins } from './shop.ts';

/** Wrong links that one address may try within ten minutes. A random link of 256 bits is not found by trying. */
const MOST_WRONG = 30;

/** By which the browser that created the shop goes on with the set-up. */
export const cookie: SessionCookie = { name: 'plaudit-setup' };

interface Link {
  Params: { readonly token: string };
}

export function registerEntrance(app: FastifyInstance, service: Service, setUp: SetUp): void {
  const { passes } = setUp;
  const wrong = new AddressLimit(MOST_WRONG);
  const deadLink = (request: FastifyRequest, reply: FastifyReply) => {
    wrong.count(request, service.elapsed());
    return show(reply, 404, endPage('dead'));
  };

  app.get<Link>(`${PATH}/:token`, async (request, reply) => {
    // A request that only asks whether it works begins no hour.
    const works = await passes[request.method === 'HEAD' ? 'isLink' : 'openLink'](request.params.token);
    if (!works) {
      // The browser that has just used it goes on where it was.
      return (await isOpen(setUp, request)) ? redirect(reply, 'websites') : deadLink(request, reply);
    }
    const business = await ownedBusiness(service, setUp);
    if (business === null) return show(reply, 200, shopPage(readShop({}), {}));
    if (await isDone(service, setUp, business)) return show(reply, GONE, endPage('nothing'));
    return show(reply, 200, passwordPage(business));
  });

  app.post<Link>(`${PATH}/:token`, async (request, reply) => {
    if (!isOwn(service, request)) return show(reply, 403, endPage('foreign'));
    const { token } = request.params;
    if (!(await passes.openLink(token))) return deadLink(request, reply);
    const { fields } = await readForm(request);
    const begin = async (accountId: string) => {
      setSessionCookie(request, reply, cookie, await passes.beginSession(accountId));
      return redirect(reply, 'websites');
    };
    const business = await ownedBusiness(service, setUp);
    if (business !== null) {
      try {
        const given = { ...placeOf(request), email: business, password: secretIn(fields) };
        const { accountId } = await checkOwner(service.db, given, service.now);
        return (await passes.takeLink(token)) ? await begin(accountId) : deadLink(request, reply);
      } catch (error) {
        const { status, text } = refusalOf(error, reply, words.setUp.again.wrong);
        return show(reply, status, passwordPage(business, { password: text }));
      }
    }
    const typed = readShop(fields);
    const mistakes = findShopMistakes(typed);
    if (Object.keys(mistakes).length > 0) return show(reply, 400, shopPage(typed, mistakes));
    // Two forms at once create one shop.
    const giveBack = await passes.takeLink(token);
    if (!giveBack) return deadLink(request, reply);
    try {
      return await begin(await create(service, setUp, typed));
    } catch (error) {
      await giveBack();
      if (!(error instanceof ApiError) || error.http >= 500) throw error;
      return show(reply, 400, shopPage(typed, { [fieldOf(error)]: error.message }));
    }
  });
}

/** The shop that the proxy serves; null if there is none yet, whatever an interrupted set-up has kept. */
async function ownedBusiness({ db }: Service, { options }: SetUp): Promise<string | null> {
  const owned = await listOwnedBusinesses(db);
  const kept = options.choices()?.business;
  return kept !== undefined && owned.includes(kept) ? kept : (owned[0] ?? null);
}

async function isDone(service: Service, { options }: SetUp, business: string): Promise<boolean> {
  return (await isFinished(service)) && (await findMissing(service, business, options)).length === 0;
}

/** The form has been looked at already: what is left to refuse is the password, or a shop that is there. */
const fieldOf = (error: ApiError): keyof TypedShop => (error.is('alreadyExists') ? 'domain' : 'password');

/**
 * The choices are kept before the shop is there, so that a process that dies in between has lost nothing.
 * @returns the account of its owner.
 */
async function create({ db, now }: Service, setUp: SetUp, typed: TypedShop): Promise<string> {
  const business = domainOf(typed.domain)!;
  setUp.options.keep({ business, origins: usualOrigins(business) });
  await createShop(db, { ...typed, business }, setUp.options.proxy, now());
  await setUp.options.begin(business);
  return (await requireAccount(db, typed.email)).id;
}

export const isOwn = ({ addresses }: Service, request: FastifyRequest): boolean =>
  isFromOwnPage(request, addresses.publicUrl);

export const isOpen = ({ passes }: SetUp, request: FastifyRequest): Promise<boolean> =>
  passes.isSession(readSessionCookie(request, cookie));

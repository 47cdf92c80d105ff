/** The merchant's console: pages of the server for the people who work on reviews. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compress, SHORTEST_COMPRESSED } from '../../server-kit/http/encoding.ts';
import type { Service } from '../context.ts';
import { chooseBusiness } from '../people/accounts/sessions.ts';
import { registerCodes, registerSignInSettings } from './entrance/account-settings.ts';
import { registerInvitation } from './entrance/invitation.ts';
import { openPages } from './entrance/open-pages.ts';
import { registerOpenItem } from './entrance/open-item.ts';
import { registerReset } from './entrance/reset.ts';
import { registerSignIn } from './entrance/sign-in.ts';
import { registerUndo } from './acting/undo.ts';
import { registerInbox } from './inbox/inbox-routes.ts';
import { registerRefused } from './inbox/refused-routes.ts';
import { registerPeople } from './items/person-routes.ts';
import { registerProductItems } from './items/product-routes.ts';
import { registerInsights } from './insights/insights-routes.ts';
import { registerQuestionItems } from './items/question-page.ts';
import { registerReviewItems } from './items/review-routes.ts';
import { registerProductList } from './lists/products-routes.ts';
import { registerQuestionList } from './lists/questions-routes.ts';
import { registerReviewList } from './lists/reviews-routes.ts';
import { guardPages, unknown } from './frame/guard.ts';
import { registerAssets } from './frame/layout.ts';
import { mayUse, navigation, settings, type Place } from './frame/navigation.ts';
import type { DeclarePage, Session } from './frame/page.ts';
import { registerHolding, registerPolicySettings, registerShop } from './settings/shop-settings.ts';
import { registerAsking } from './requests/ask-routes.ts';
import { registerRequestList } from './requests/list-routes.ts';
import { registerCatalogue } from './settings/catalogue-routes.ts';
import { registerLook, registerWebsites } from './settings/storefront-settings.ts';
import { registerSample } from './setup/routes.ts';
import { registerPreview } from './setup/screens/preview.ts';
import { registerRequestMail } from './requests/mail-routes.ts';
import { registerPrivacy } from './settings/privacy-routes.ts';
import { registerTeam } from './settings/team-routes.ts';
import { registerWhoDidWhat } from './settings/who-did-what.ts';
import { registerRiskSheet } from './settings/risk-sheet.ts';
import { registerExport } from './transfer/export-routes.ts';
import { registerFile } from './transfer/file-routes.ts';
import { registerImports } from './transfer/import-routes.ts';
import { registerTransfer } from './transfer/transfer-routes.ts';

export async function consolePages(app: FastifyInstance, service: Service): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onSend', compressPage);
    const page = guardPages(scope, service);
    registerAssets(scope);
    registerSample(scope, service);
    registerPreview(scope, service);
    const openPage = openPages(scope, service);
    registerSignIn(openPage, service);
    registerReset(openPage, service);
    registerOpenItem(openPage, service);
    registerInvitation(openPage, service);
    declarePages(page, service);
  });
}

/** Pages repeat themselves: a list of fifty is a tenth of its size. */
async function compressPage({ headers }: FastifyRequest, reply: FastifyReply, content: unknown): Promise<unknown> {
  if (typeof content !== 'string' || content.length < SHORTEST_COMPRESSED) return content;
  reply.header('vary', 'accept-encoding');
  const encoding = chooseEncoding(String(headers['accept-encoding'] ?? ''));
  if (encoding === 'identity') return content;
  reply.header('content-encoding', encoding);
  return compress(Buffer.from(content), encoding);
}

/** All pages behind the guard. */
export function declarePages(page: DeclarePage, service: Service): void {
  registerFirstPages(page, service);
  registerSignInSettings(page, service);
  registerCodes(page, service);
  registerTeam(page, service);
  registerWhoDidWhat(page, service);
  registerHolding(page, service);
  registerInbox(page, service);
  registerRefused(page, service);
  registerReviewList(page, service);
  registerQuestionList(page, service);
  registerReviewItems(page, service);
  registerQuestionItems(page, service);
  registerProductList(page, service);
  registerProductItems(page, service);
  registerUndo(page, service);
  registerRequestList(page, service);
  registerAsking(page, service);
  registerRequestMail(page, service);
  registerInsights(page, service);
  registerPrivacy(page, service);
  registerPeople(page, service);
  registerShop(page, service);
  registerWebsites(page, service);
  registerLook(page, service);
  registerCatalogue(page, service);
  registerPolicySettings(page, service);
  registerRiskSheet(page, service);
  registerTransfer(page, service);
  registerFile(page, service);
  registerImports(page, service);
  registerExport(page, service);
}

/** Leads to the first pages, and away from those that do not exist. */
function registerFirstPages(page: DeclarePage, { db }: Service): void {
  page('GET', '', 'moderator', ({ session }) => ({ to: firstOf(navigation, session) }));
  page('GET', '/settings', 'moderator', ({ session }) => ({ to: firstOf(settings, session) }));
  page('POST', '/business', 'moderator', async ({ session, form }) => {
    const chosen = session.businesses.find(({ id }) => String(id) === form['business']);
    if (!chosen) throw unknown();
    await chooseBusiness(db, session, chosen.id);
    return { to: '' };
  });
  for (const method of ['GET', 'POST'] as const)
    page(method, '/*', 'moderator', () => {
      throw unknown();
    });
}

const firstOf = (places: readonly Place[], { role }: Session): string =>
  places.find((place) => mayUse(role, place.role))!.path;

/** The page where anybody who has the shop's link asks about one of its products. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Product } from '../../../contract/entities/entities.ts';
import { LONGEST_LINE } from '../../../contract/endpoints/limits.ts';
import { fill } from '../../../contract/texts/texts.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { findProductBySku, toProduct } from '../../../review-store/products/products.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { newSecret } from '../../people/accounts/secrets.ts';
import { AddressBook } from '../../letters/addresses.ts';
import { askQuestion } from '../../content/asking/ask.ts';
import type { Service } from '../../context.ts';
import { pictureOf } from '../../images/product-pictures.ts';
import { storeOf } from '../../data/tables.ts';
import type { PageLimits } from '../frame/address-limit.ts';
import { askPage, type AskPage } from './ask-page.ts';
import { endPage } from '../frame/end-pages.ts';
import { isHeld, thanksQuery, wordingFor, type Face } from '../frame/face.ts';
import { redirect, show } from '../frame/layout.ts';
import { openShopLink, type ShopLink } from '../frame/open-page.ts';
import { PageProblem } from '../frame/problem.ts';
import { emptyWriter, findQuestionMistakes, findWriterMistakes, readField, readWriter } from '../frame/review-form.ts';
import { formKey, noteForm } from '../frame/sent-forms.ts';
import { holdsAll } from '../../people/holding.ts';
import { StrangersGuard } from '../frame/strangers.ts';

type AskRequest = FastifyRequest<ShopLink>;

export function registerAskPage(app: FastifyInstance, service: Service, pageLimits: PageLimits): void {
  app.get<ShopLink>('/ask/:business/:hash', async (request, reply) => {
    const { about, face } = await open(service, request);
    const page = { ...about, formId: newSecret(), question: '', writer: emptyWriter, mistakes: {} };
    return show(reply, 200, askPage(page, wordingFor(request, face)), face);
  });

  app.post<ShopLink>('/ask/:business/:hash', (request, reply) => take(service, pageLimits, request, reply));

  app.get<ShopLink>('/ask/:business/:hash/thanks', async (request, reply) => {
    const { business, product, about, face } = await open(service, request);
    const wording = wordingFor(request, face);
    const { title, heading } = wording.thanks;
    const text =
      about.held || isHeld(request) ? fill(wording.ask.held, { business: business.name }) : wording.ask.published;
    // Back to the product, since the question is there.
    const back = { name: business.name, url_address: product.product_link || business.url_address };
    return show(reply, 200, endPage({ business: back, title, heading, text }, wording), face);
  });
}

async function take(
  service: Service,
  pageLimits: PageLimits,
  request: AskRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, now } = service;
  const { business, product, about, face } = await open(service, request);
  const wording = wordingFor(request, face);
  const { fields } = await pageLimits.readForm(request, service.elapsed());
  const formId = readField(fields, 'form');
  const question = readField(fields, 'question');
  const writer = readWriter(fields);
  const mistakes = {
    ...findQuestionMistakes(question, wording),
    ...findWriterMistakes(writer, 'optional', wording),
  };
  if (Object.keys(mistakes).length > 0)
    return show(reply, 400, askPage({ ...about, formId, question, writer, mistakes }, wording), face);
  pageLimits.countText(request, service.elapsed());
  const held = await inTransaction(db, async (transaction) => {
    if (!(await noteForm(transaction, business.id, formId, now()))) return false;
    const { sku } = product;
    const text = { id: formKey(business.id, formId), business, sku, text: question };
    const flood = await new StrangersGuard(transaction, service).holdQuestion(request, text);
    const asked = await askQuestion(transaction, {
      business,
      productId: product.id,
      author: { fullName: writer.name, email: writer.email || undefined },
      content: question,
      heldFor: flood,
      now: now(),
    });
    return asked.published === 'pending';
  });
  const sku = new URLSearchParams({ sku: product.sku }).toString();
  const query = `?${sku}${thanksQuery(request, held).replace('?', '&')}`;
  return redirect(reply, `${request.params.hash}/thanks${query}`);
}

interface OpenAskPage {
  readonly business: BusinessRow;
  readonly face: Face;
  readonly product: Product;
  readonly about: Pick<AskPage, 'business' | 'held' | 'product'>;
}

/** @throws PageProblem 404 also where the link names no product of the business. */
async function open(service: Service, request: AskRequest): Promise<OpenAskPage> {
  const { business, face } = await openShopLink(service, request);
  const { sku } = request.query as { sku?: unknown };
  const isSku = typeof sku === 'string' && sku !== '' && sku.length <= LONGEST_LINE && !sku.includes('\0');
  const row = isSku ? await findProductBySku(storeOf(service.db), business.id, sku) : undefined;
  if (!row) throw new PageProblem(404, 'unknown');
  const { publicUrl } = service.addresses;
  const found = toProduct(row);
  const path = pictureOf(business.domain, found);
  const about = {
    business: business.name,
    held: holdsAll(business),
    product: { title: found.title ?? found.sku, image: path === null ? null : publicUrl + path },
  };
  return { business, face, product: new AddressBook(service.addresses).product(found), about };
}

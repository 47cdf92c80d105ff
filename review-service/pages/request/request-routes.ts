/** The page where somebody answers a request: by reviewing the business, what they bought there, or both. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isOnTheWeb } from '../../../contract/web-address.ts';
import { currentSku } from '../../../review-store/products/earlier-skus.ts';
import { findProductBySku, toProduct } from '../../../review-store/products/products.ts';
import type { Form } from '../../../server-kit/http/form.ts';
import { AddressBook } from '../../letters/addresses.ts';
import type { Service } from '../../context.ts';
import { html } from '../../letters/html.ts';
import type { PreparedImage } from '../../images/image-files.ts';
import { completeRequest, type RequestedProductReview, type RequestedReview } from '../../letters/requests/complete.ts';
import { noteOpened } from '../../letters/requests/outcomes.ts';
import { findRequest, productsOf, type RequestRow } from '../../letters/requests/requests.ts';
import { storeOf } from '../../data/tables.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import type { Wording } from '../../letters/wording/index.ts';
import type { PageLimits } from '../frame/address-limit.ts';
import { thanksPage } from '../frame/end-pages.ts';
import { holdsAll } from '../../people/holding.ts';
import { isHeld, languageQuery, thanksQuery, wordingFor, type Face } from '../frame/face.ts';
import { redirect, show } from '../frame/layout.ts';
import { openPage, type OpenPage, type PersonalLink } from '../frame/open-page.ts';
import { PageProblem } from '../frame/problem.ts';
import { requestPage, type RequestedProduct, type RequestPage } from './request-page.ts';
import {
  chosenRating,
  emptyReview,
  findAnswerMistakes,
  findReviewMistakes,
  findWriterMistakes,
  isEmpty,
  ratingsOf,
  readField,
  readPhotos,
  readReview,
  readWriter,
  type TypedReview,
} from '../frame/review-form.ts';

/** A product of the request that is still in the catalogue. */
interface OpenProduct extends Omit<RequestedProduct, 'typed'> {
  readonly sku: string;
  readonly productId: number;
}

interface OpenRequest {
  readonly business: OpenPage['business'];
  readonly face: Face;
  readonly request: RequestRow;
  readonly wording: Wording;
  /** All of its products; with `sku` in the address, only that one. */
  readonly products: readonly OpenProduct[];
  /** Whether there is anything left to write. */
  readonly isOpen: boolean;
}

export function registerRequestPage(app: FastifyInstance, service: Service, pageLimits: PageLimits): void {
  const { db, now } = service;

  app.get<PersonalLink>('/request/:business/:token', async (request, reply) => {
    const opened = await open(service, request);
    if (request.method === 'GET') await noteOpened(db, opened.request, now());
    const page = opened.isOpen
      ? requestPage(emptyPage(opened, chosenRating(request)), opened.wording)
      : thanksPage(opened.business, opened.wording, false);
    return show(reply, 200, page, opened.face);
  });

  app.post<PersonalLink>('/request/:business/:token', async (request, reply) => {
    const opened = await open(service, request);
    const pathAfter = (waits: boolean) => `${request.params.token}/thanks${thanksQuery(request, waits)}`;
    // Sent again: it is stored already.
    if (!opened.isOpen) return redirect(reply, pathAfter(false));
    const form = await pageLimits.readForm(request, service.elapsed());
    const typed = readTyped(opened, form);
    const mistakes: Record<string, string> = { ...findMistakes(opened, typed) };
    const again = () => {
      const page = { ...emptyPage(opened), ...typed, mistakes, photosSent: form.files.length > 0 };
      return show(reply, 400, requestPage(page, opened.wording), opened.face);
    };
    if (Object.keys(mistakes).length > 0) return again();

    pageLimits.countText(request, service.elapsed());
    const written = readWritten(opened, typed, form, mistakes);
    if (written === null) return again();
    const waits = await inTransaction(db, (transaction) =>
      completeRequest(transaction, {
        business: opened.business,
        requestId: opened.request.id,
        name: typed.writer.name,
        ...written,
        now: now(),
      }),
    );
    if (waits === null) throw new PageProblem(404, 'unknown');
    return redirect(reply, pathAfter(waits));
  });

  app.get<PersonalLink>('/request/:business/:token/thanks', async (request, reply) => {
    const { business, wording, isOpen, face } = await open(service, request);
    const rest = `../${request.params.token}${languageQuery(request)}`;
    const more = isOpen && html`<p><a class="button" href="${rest}">${wording.thanks.rest}</a></p>`;
    return show(reply, 200, thanksPage(business, wording, isHeld(request), more), face);
  });
}

async function open(service: Service, request: FastifyRequest<PersonalLink>): Promise<OpenRequest> {
  const { db } = service;
  const { business, face, target } = await openPage(service, request, 'request');
  const row = 'requestId' in target ? await findRequest(db, business.id, target.requestId) : undefined;
  if (!row) throw new PageProblem(404, 'unknown');
  const all = await openProducts(service, row);
  const { sku } = request.query as { sku?: unknown };
  const wanted = typeof sku === 'string' ? await currentSku(storeOf(db), business.id, sku) : null;
  const chosen = all.filter((product) => product.sku === wanted);
  const products = chosen.length > 0 ? chosen : all;
  return {
    business,
    face,
    request: row,
    wording: wordingFor(request, face, row.language),
    products,
    isOpen: (row.kind === 'business' && row.review_no === null) || products.some(({ reviewed }) => !reviewed),
  };
}

async function openProducts({ db, addresses }: Service, request: RequestRow): Promise<OpenProduct[]> {
  const book = new AddressBook(addresses);
  const products: OpenProduct[] = [];
  for (const { sku, position, review_id } of await productsOf(db, request.id)) {
    const found = await findProductBySku(storeOf(db), request.business_id, sku);
    if (!found) continue;
    const product = book.product(toProduct(found));
    const image = product.images[0]?.url ?? '';
    products.push({
      sku,
      productId: product.id,
      prefix: `product-${position}-`,
      title: product.title ?? sku,
      image: isOnTheWeb(image) ? image : null,
      reviewed: review_id !== null,
      questions: product.attributes.map(({ name, options, required }, index) => ({
        name: `product-${position}-question-${index}`,
        label: name,
        options,
        required,
        answer: '',
      })),
    });
  }
  return products;
}

type Typed = Pick<RequestPage, 'review' | 'products' | 'writer'>;

/** @param chosen - the stars that the link has chosen: of the business, or of the only product that it leads to. */
function emptyPage({ business, request, products }: OpenRequest, chosen = ''): RequestPage {
  const ofBusiness = asksForBusiness(request);
  const rated = { ...emptyReview, rating: chosen };
  const isOnly = !ofBusiness && products.length === 1;
  return {
    business: business.name,
    held: holdsAll(business),
    orderId: request.order_id,
    orderDate: request.order_date,
    review: ofBusiness ? rated : null,
    products: products.map((product) => ({ ...product, typed: isOnly ? rated : emptyReview })),
    writer: { name: `${request.first_name} ${request.last_name}`.trim(), email: '', trap: '' },
    mistakes: {},
    photosSent: false,
  };
}

const asksForBusiness = (request: RequestRow): boolean => request.kind === 'business' && request.review_no === null;

function readTyped({ request, products }: OpenRequest, { fields }: Form): Typed {
  return {
    review: asksForBusiness(request) ? readReview(fields, '') : null,
    products: products.map((product) => ({
      ...product,
      typed: readReview(fields, product.prefix),
      questions: product.questions.map((question) => ({ ...question, answer: readField(fields, question.name) })),
    })),
    writer: readWriter(fields),
  };
}

function findMistakes({ products, wording }: OpenRequest, typed: Typed): Record<string, string> {
  const written = typed.products.filter((product) => isWritten(product));
  const first = products.find(({ reviewed }) => !reviewed);
  return {
    ...(typed.review && findReviewMistakes(typed.review, '', wording)),
    ...Object.assign(
      {},
      ...written.map(({ typed: review, prefix, questions }) => ({
        ...findReviewMistakes(review, prefix, wording),
        ...findAnswerMistakes(questions, wording),
      })),
    ),
    ...(typed.review === null &&
      written.length === 0 &&
      first !== undefined && { [`${first.prefix}rating`]: wording.errors.noProduct }),
    ...findWriterMistakes(typed.writer, 'known', wording),
  };
}

const isWritten = ({ reviewed, typed }: RequestedProduct): boolean => !reviewed && !isEmpty(typed);

/** The typed review, with its photos; null if one of them cannot be read, which `mistakes` then says. */
function readWritten(
  { products, wording }: OpenRequest,
  typed: Typed,
  form: Form<PreparedImage>,
  mistakes: Record<string, string>,
): { review: RequestedReview | null; productReviews: RequestedProductReview[] } | null {
  const photosIn = (field: string) => {
    const photos = readPhotos(form, field, wording);
    if (typeof photos !== 'string') return photos;
    mistakes[field] = photos;
    return [];
  };
  const text = ({ title, content }: TypedReview) => ({ title, content });
  const review = typed.review && {
    ...text(typed.review),
    tip: typed.review.tip || null,
    ratings: ratingsOf(typed.review),
    photos: photosIn('photos'),
  };
  const productReviews: RequestedProductReview[] = [];
  for (const product of typed.products.filter((one) => isWritten(one))) {
    const { sku, productId, prefix } = products.find((one) => one.prefix === product.prefix)!;
    const attributes = product.questions
      .filter(({ answer }) => answer !== '')
      .map(({ label, answer }) => ({ name: label, value: answer }));
    productReviews.push({
      ...text(product.typed),
      sku,
      productId,
      rating: Number(product.typed.rating),
      attributes,
      photos: photosIn(`${prefix}photos`),
    });
  }
  return Object.keys(mistakes).length > 0 ? null : { review, productReviews };
}

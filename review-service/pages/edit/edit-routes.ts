/** The page where people edit their review of the business, with a code that is mailed to them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Review } from '../../../contract/entities/entities.ts';
import { MOST_IMAGES } from '../../../contract/endpoints/limits.ts';
import { fill } from '../../../contract/texts/texts.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { plainHash } from '../../../review-store/secrets/data-key.ts';
import { editReview } from '../../../review-store/reviews/review-changes.ts';
import { findReviewsOf, lockReview } from '../../../review-store/reviews/reviews.ts';
import type { Form } from '../../../server-kit/http/form.ts';
import { AddressBook } from '../../letters/addresses.ts';
import type { Service } from '../../context.ts';
import { eraseImages } from '../../images/erase-images.ts';
import { saveImages, type Photo, type PreparedImage } from '../../images/image-files.ts';
import { plainName } from '../../letters/mail/plain.ts';
import { queueMail } from '../../letters/mail/queue.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import type { Wording } from '../../letters/wording/index.ts';
import type { PageLimits } from '../frame/address-limit.ts';
import { codeMail, enterCode, makeCode, type EditLink } from './edit-codes.ts';
import { choosePage, codePage, editPage, provePage, type EditPage } from './edit-page.ts';
import { endPage } from '../frame/end-pages.ts';
import { isHeld, thanksQuery, wordingFor, type Face } from '../frame/face.ts';
import { redirect, show } from '../frame/layout.ts';
import { openPage, type PersonalLink } from '../frame/open-page.ts';
import { PageProblem } from '../frame/problem.ts';
import {
  detailAspects,
  findReviewMistakes,
  ratingsOf,
  readField,
  readPhotos,
  readReview,
  type TypedReview,
} from '../frame/review-form.ts';
import { holdsAll, reasonToHold } from '../../people/holding.ts';
import { StrangersGuard } from '../frame/strangers.ts';
import { noteEdited } from '../../data/events.ts';

interface OpenEdit {
  readonly business: BusinessRow;
  readonly face: Face;
  readonly link: EditLink;
  /** Their reviews, newest first; at least one. */
  readonly reviews: readonly [Review, ...Review[]];
  readonly wording: Wording;
}

export function registerEditPage(app: FastifyInstance, service: Service, pageLimits: PageLimits): void {
  app.get<PersonalLink>('/edit/:business/:token', async (request, reply) => {
    const opened = await open(service, request);
    return show(reply, 200, provePage(about(opened), opened.wording), opened.face);
  });

  app.post<PersonalLink>('/edit/:business/:token', async (request, reply) => {
    const opened = await open(service, request);
    const form = await pageLimits.readForm(request, service.elapsed());
    switch (readField(form.fields, 'step')) {
      case 'send':
        return sendCode(service, opened, reply);
      case 'enter':
        return takeCode(service, opened, form, reply);
      case 'save':
        return save(service, pageLimits, opened, form, request, reply);
      default:
        throw new PageProblem(400, 'unreadable');
    }
  });

  app.get<PersonalLink>('/edit/:business/:token/thanks', async (request, reply) => {
    const { business, face, wording } = await open(service, request);
    const { saved, savedHeld } = wording.edit;
    const { title, heading } = wording.thanks;
    const text = isHeld(request) || holdsAll(business) ? fill(savedHeld, { business: business.name }) : saved;
    return show(reply, 200, endPage({ business, title, heading, text }, wording), face);
  });
}

async function open(service: Service, request: FastifyRequest<PersonalLink>): Promise<OpenEdit> {
  const { db, now } = service;
  const { business, face, target } = await openPage(service, request, 'edit');
  if (!('email' in target)) throw new PageProblem(404, 'unknown');
  const [newest, ...older] = await findReviewsOf(storeOf(db), business.id, target.email);
  if (!newest) throw new PageProblem(404, 'gone');
  const link = { businessId: business.id, email: target.email, token: request.params.token, now: now() };
  return {
    business,
    face,
    link,
    reviews: [newest, ...older],
    wording: wordingFor(request, face),
  };
}

const about = ({ business, link }: OpenEdit) => ({ business: business.name, address: mask(link.email) });

/** `j•••@x.example`: enough to find the right mailbox, too little for somebody who found the link. */
const mask = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••');

async function sendCode({ db }: Service, opened: OpenEdit, reply: FastifyReply): Promise<FastifyReply> {
  const {
    business,
    link,
    reviews: [{ author }],
    wording,
  } = opened;
  const sent = await inTransaction(db, async (transaction) => {
    const code = await makeCode(transaction, link);
    if (code === null) return false;
    const shop = plainName(business.name) || business.domain;
    await queueMail(transaction, {
      business,
      to: { name: author?.firstName ?? '', address: link.email },
      ...codeMail({ shop, name: plainName(author?.firstName), code }, wording),
      language: wording.language,
      now: link.now,
    });
    return true;
  });
  if (!sent) throw new PageProblem(429, 'tooManyCodes', { retryAfterSeconds: 86_400 });
  return show(reply, 200, codePage({ ...about(opened), mistakes: {} }, wording), opened.face);
}

/** @throws PageProblem if this code can no longer be entered. */
async function isRight(db: Database, { link }: OpenEdit, code: string): Promise<boolean> {
  const entered = await enterCode(db, link, code);
  if (entered === 'dead') throw new PageProblem(410, 'deadCode');
  return entered === 'right';
}

async function takeCode(
  { db, addresses }: Service,
  opened: OpenEdit,
  { fields }: Form,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const code = readField(fields, 'code');
  const { business, reviews, wording } = opened;
  if (!(await isRight(db, opened, code))) {
    const mistakes = { code: wording.errors.code };
    return show(reply, 400, codePage({ ...about(opened), mistakes }, wording), opened.face);
  }
  const review = findChosen(opened, fields);
  if (review === null)
    return show(reply, 200, choosePage({ business: business.name, code, reviews }, wording), opened.face);
  const { images } = new AddressBook(addresses).review(review);
  const page: EditPage = {
    business: business.name,
    held: holdsAll(business),
    code,
    reviewNo: review.reviewNo,
    review: toTyped(review),
    photos: images.map((image) => ({ ...image, kept: true })),
    mistakes: {},
    photosSent: false,
  };
  return show(reply, 200, editPage(page, wording), opened.face);
}

/**
 * The review that a form names, or the only one there is. Null if one has yet to be chosen.
 * @throws PageProblem if it names somebody else's review, or one that was removed meanwhile.
 */
function findChosen({ reviews }: OpenEdit, fields: Form['fields']): Review | null {
  const given = readField(fields, 'review');
  if (given === '') return reviews.length === 1 ? reviews[0] : null;
  const chosen = reviews.find(({ reviewNo }) => String(reviewNo) === given);
  if (!chosen) throw new PageProblem(404, 'gone');
  return chosen;
}

/** A review as it would have been typed. */
function toTyped(review: Review): TypedReview {
  const stars = (aspect: string) => String(review.rating.find(({ type }) => type === aspect)?.rating ?? '');
  return {
    rating: stars('overall'),
    details: Object.fromEntries(detailAspects.map((aspect) => [aspect, stars(aspect)])) as TypedReview['details'],
    title: review.title,
    content: review.content,
    tip: review.tip ?? '',
  };
}

async function save(
  service: Service,
  pageLimits: PageLimits,
  opened: OpenEdit,
  form: Form<PreparedImage>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, addresses } = service;
  const { business, link, wording } = opened;
  const held = holdsAll(business);
  const code = readField(form.fields, 'code');
  if (!(await isRight(db, opened, code))) throw new PageProblem(410, 'deadCode');
  const review = findChosen(opened, form.fields);
  if (review === null) throw new PageProblem(400, 'unreadable');
  const typed = readReview(form.fields, '');
  const isKept = (id: number | null) => readField(form.fields, `keep-${id}`) === '1';
  const again = (mistakes: EditPage['mistakes']) => {
    const photos = new AddressBook(addresses)
      .review(review)
      .images.map((image) => ({ ...image, kept: isKept(image.id) }));
    const page: EditPage = {
      business: business.name,
      held,
      code,
      reviewNo: review.reviewNo,
      review: typed,
      photos,
      mistakes,
      photosSent: form.files.length > 0,
    };
    return show(reply, 400, editPage(page, wording), opened.face);
  };

  const mistakes = findReviewMistakes(typed, '', wording);
  if (Object.keys(mistakes).length > 0) return again(mistakes);
  pageLimits.countText(request, service.elapsed());
  const photos = readPhotos(form, 'photos', wording);
  if (typeof photos === 'string') return again({ photos });
  if (review.images.filter(({ id }) => isKept(id)).length + photos.length > MOST_IMAGES)
    return again({ photos: fill(wording.form.photosHint, { max: MOST_IMAGES }) });

  const change = { reviewNo: review.reviewNo, typed, isKept, photos };
  const saved = await saveChange(service, business, change, link.now);
  if (saved === 'gone') throw new PageProblem(404, 'gone');
  return redirect(reply, `${link.token}/thanks${thanksQuery(request, saved === 'held')}`);
}

interface Change {
  readonly reviewNo: number;
  readonly typed: TypedReview;
  /** Whether a photo of the review stays. */
  isKept(id: number | null): boolean;
  /** New ones. */
  readonly photos: readonly Photo[];
}

function saveChange(
  service: Service,
  business: BusinessRow,
  change: Change,
  now: number,
): Promise<'saved' | 'held' | 'gone'> {
  const { reviewNo, typed, isKept, photos } = change;
  return inTransaction(service.db, async (transaction) => {
    // Read again: the same form may have been sent twice, and this one has to see the photos of the first.
    const current = await lockReview(storeOf(transaction), business.id, reviewNo);
    if (!current) return 'gone';
    const text = `${typed.title} ${typed.content}`;
    const id = `edit ${business.id} ${reviewNo} ${plainHash(text)}`;
    const before = `${current.title} ${current.content}`;
    const flood = await new StrangersGuard(transaction, service).holdEdit({ id, business, text, before });
    const heldFor = flood ?? (await reasonToHold(transaction, business, { text }));
    const kept = current.images.filter(({ id }) => isKept(id));
    const edited = await editReview(storeOf(transaction), business.id, reviewNo, {
      title: typed.title,
      content: typed.content,
      tip: typed.tip || null,
      ratings: ratingsOf(typed),
      images: [...kept, ...(await saveImages(transaction, photos, now))],
      heldFor,
      now,
    });
    // A photo that no version has any more is nobody's: it would outlast even the author's wish to be forgotten.
    const { images: first } = current.updated_for ?? current;
    const dropped = current.images.filter(
      (image) => !kept.includes(image) && !first.some(({ original }) => original === image.original),
    );
    if (!edited) return 'gone';
    const about = { subject: 'review', number: reviewNo } as const;
    await noteEdited(transaction, { businessId: business.id, about, heldFor, now });
    await eraseImages(transaction, dropped);
    return heldFor === null ? 'saved' : 'held';
  });
}

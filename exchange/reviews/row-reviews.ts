/** Turns a row into the reviews that it holds, by the rules of its format. */
import { firstLetter } from '../../contract/first-letter.ts';
import {
  LONGEST_LINE,
  LONGEST_NAME,
  LONGEST_LINK,
  LONGEST_TEXT,
  MOST_IMAGES,
} from '../../contract/endpoints/limits.ts';
import { HIDDEN_THERE, removalReasons } from '../../contract/removal-reasons.ts';
import { typedText } from '../../contract/entities/typed-text.ts';
import { withoutGid } from '../reading/shopify-ids.ts';
import type { Cells } from './cells.ts';
import type { DateOrder, Field, ReviewFormat, StateMeaning } from './format.ts';
import {
  NEVER_PUBLISHED,
  UNKNOWN_STATE,
  type Found,
  type ImportedReply,
  type ImportedReview,
  type ImportedState,
  type ProductNames,
  type RefusedPhoto,
} from './imported-review.ts';
import { holdsAddress, readCount, readDate, readEmail, readFlag, readStars, splitAddresses } from './values.ts';

export interface RowReading {
  readonly format: ReviewFormat;
  readonly dateOrder: DateOrder;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The reply in a row of its own; where there is one, it is taken. */
  replyTo(vendorId: string): ImportedReply | null;
  /** Told once for each review that it is true of. */
  onNote(note: string): void;
}

/** A row is not taken. The message says why, without any text of the row that may name a person. */
class RowRefused extends Error {
  override readonly name = 'RowRefused';
}

/** The review, or the two of a row that holds one of the shop and one of a product. */
export function reviewsOf(cells: Cells, reading: RowReading): Found[] {
  if (!cells.has('service_rating')) return [take(cells, () => reviewOf(cells, reading, 'rating', 'content'))];
  const reviews = [
    ...(cells.get('service_rating') === ''
      ? []
      : [take(cells, () => reviewOf(cells, reading, 'service_rating', 'service_content'))]),
    ...(cells.get('rating') === '' ? [] : [take(cells, () => reviewOf(cells, reading, 'rating', 'content'))]),
  ];
  return reviews.length > 0 ? reviews : [{ line: cells.line, refused: 'it has no stars' }];
}

/** How many that are, a refused one included. */
export const countOf = (cells: Cells): number =>
  cells.get('service_rating') !== '' && cells.get('rating') !== '' ? 2 : 1;

function take(cells: Cells, read: () => ImportedReview): Found {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowRefused) return { line: cells.line, refused: error.message };
    throw error;
  }
}

function reviewOf(cells: Cells, reading: RowReading, ratingField: Field, contentField: Field): ImportedReview {
  const { format, onNote } = reading;
  const stars = starsOf(cells.get(ratingField), onNote);
  const product = contentField === 'service_content' ? null : productOf(cells, format);
  const { photos, refusedPhotos } = photosOf(cells);
  const vendorId = line(cells.get('id'), 'its number') || null;
  return {
    line: cells.line,
    vendorId,
    product,
    stars,
    title: line(cells.get('title'), 'the title'),
    content: text(cells.get(contentField), 'the text'),
    ...nameOf(cells, onNote),
    email: emailOf(cells, onNote),
    location: optionalLine(cells.get('location')),
    created: createdOf(cells, reading),
    state: stateOf(cells, format, onNote),
    verified: flagOf(cells, 'verified', format, onNote),
    incentivised: flagOf(cells, 'incentivised', format, onNote),
    reply: replyOf(cells, reading) ?? (vendorId === null ? null : reading.replyTo(vendorId)),
    photos,
    refusedPhotos,
    votesUp: readCount(cells.get('votes_up')),
    votesDown: readCount(cells.get('votes_down')),
    orderId: optionalLine(cells.get('order_id')),
    attributes: cells.attributes().map(({ name, value }) => ({
      name: line(name, 'the name of an attribute'),
      value: line(value, 'an attribute'),
    })),
    datasource: format.datasource ?? '',
  };
}

function starsOf(given: string, onNote: (note: string) => void): number {
  if (given === '') throw new RowRefused('it has no stars');
  const read = readStars(given);
  if (!read) throw new RowRefused(`the stars must be a number from 1 to 5${shown(given)}`);
  if (read.isRounded) onNote('stars that are not whole were rounded');
  return read.stars;
}

/** @returns null for a review of the shop. */
function productOf(cells: Cells, { ofShop, shopNames = [], namesSeveral = false }: ReviewFormat): ProductNames | null {
  if (ofShop === 'always') return null;
  const isShop = (value: string): boolean => shopNames.includes(value.toLowerCase());
  if (isShop(cells.get('about')) || isShop(cells.get('product_id'))) return null;
  const named = cells.get('product_id');
  if (named === '' && ofShop === 'without product id') return null;
  const [given = ''] = namesSeveral ? named.split(/[,|]/) : [named];
  const [, typed] = (namesSeveral ? /^[a-z_]+:([\w-]+)$/.exec(given.trim()) : null) ?? [];
  const id = withoutGid(typed ?? given.trim());
  const names = {
    sku: withoutGid(cells.get('sku')),
    id,
    handle: withoutGid(cells.get('product_handle')) || (typed ?? ''),
    url: cells.get('product_url'),
  };
  if (Object.values(names).some((name) => name !== '')) {
    for (const name of Object.values(names))
      if (name.length > LONGEST_LINK) throw new RowRefused('the product has too long a name');
    return { ...names, title: cells.get('product_title').slice(0, LONGEST_LINE).toWellFormed() };
  }
  if (ofShop === 'without product') return null;
  throw new RowRefused('it names no product');
}

/** The last word of two or more becomes its first letter. */
function nameOf(cells: Cells, onNote: (note: string) => void): Pick<ImportedReview, 'firstName' | 'lastName'> {
  const name = typedText(cells.get('name')).replace(/\s+/g, ' ');
  if (holdsAddress(name)) {
    onNote('names that are e-mail addresses were dropped');
    return { firstName: '', lastName: '' };
  }
  const words = name.split(' ');
  const last = words.length > 1 ? words.pop()! : '';
  const firstName = words.join(' ');
  if (firstName.length > LONGEST_NAME) throw new RowRefused(`the name is longer than ${LONGEST_NAME} characters`);
  return { firstName, lastName: firstLetter(last).toUpperCase() };
}

function emailOf(cells: Cells, onNote: (note: string) => void): string | null {
  const given = cells.get('email');
  const email = given === '' ? null : readEmail(given);
  if (given !== '' && email === null) onNote('e-mail addresses that are none were dropped');
  return email;
}

function createdOf(cells: Cells, { dateOrder, now }: RowReading): number {
  const given = cells.all('created');
  if (given.length === 0) throw new RowRefused('it has no date');
  for (const date of given) {
    const time = readDate(date, dateOrder);
    if (time === null) continue;
    if (time > now) throw new RowRefused(`its date is in the future${shown(date)}`);
    return time;
  }
  throw new RowRefused(`its date cannot be read${shown(given[0]!)}`);
}

const meanings: Readonly<Record<StateMeaning, ImportedState>> = {
  published: { is: 'published', reason: null },
  waits: { is: 'pending', reason: NEVER_PUBLISHED },
  spam: { is: 'removed', reason: 'spam' },
  hidden: { is: 'removed', reason: HIDDEN_THERE },
};

function stateOf(cells: Cells, format: ReviewFormat, onNote: (note: string) => void): ImportedState {
  const { states = {}, stateDetails = {}, hasReasons = false } = format;
  if (!cells.has('state')) return meanings.published;
  const given = cells.get('state').toLowerCase();
  const [state, reason] = hasReasons ? splitReason(given) : [given, ''];
  const meaning = states[state];
  if (meaning === undefined) {
    onNote(`reviews wait, since their state is not known${shownWord(given)}`);
    return { is: 'pending', reason: UNKNOWN_STATE };
  }
  if (meaning === 'published') return meanings.published;
  const detail = cells.get('state_detail').toLowerCase();
  const [, decided] = Object.entries(stateDetails).find(([part]) => detail.includes(part)) ?? [];
  const { is, reason: usual } = meanings[decided ?? meaning];
  const own = is === 'removed' ? removalReasons.find((one) => one === reason) : undefined;
  return { is, reason: own ?? usual };
}

function splitReason(given: string): [state: string, reason: string] {
  const at = given.indexOf(':');
  return at < 0 ? [given, ''] : [given.slice(0, at).trim(), given.slice(at + 1).trim()];
}

/** A value that is not known is not true. */
function flagOf(
  cells: Cells,
  field: 'verified' | 'incentivised',
  { verified, hasUnsaid = false }: ReviewFormat,
  onNote: (note: string) => void,
): boolean | null {
  const given = cells.get(field);
  if (!cells.has(field) || (hasUnsaid && given === '')) return null;
  const flag = readFlag(given, field === 'verified' ? verified : undefined);
  if (flag === undefined) onNote(`reviews are not ${field}, since a value is not known${shownWord(given)}`);
  return flag ?? false;
}

function replyOf(cells: Cells, { dateOrder, now, onNote }: RowReading): ImportedReply | null {
  const content = typedText(cells.get('reply').replace(/\r\n?/g, '\n'));
  if (content === '') return null;
  if (cells.has('reply_public') && readFlag(cells.get('reply_public')) !== true) {
    onNote('replies that were not public were not taken');
    return null;
  }
  if (content.length > LONGEST_TEXT) {
    onNote(`replies of more than ${LONGEST_TEXT} characters were not taken`);
    return null;
  }
  const date = cells.get('reply_created');
  const time = date === '' ? null : readDate(date, dateOrder);
  if (date !== '' && (time === null || time > now)) onNote('replies have no date, since theirs cannot be read');
  return { content, created: time !== null && time <= now ? time : null };
}

function photosOf(cells: Cells): Pick<ImportedReview, 'photos' | 'refusedPhotos'> {
  const photos = new Set<string>();
  const refusedPhotos: RefusedPhoto[] = [];
  for (const given of cells.all('photos').flatMap(splitAddresses)) {
    const url = given.length <= LONGEST_LINK && URL.canParse(given) ? new URL(given) : null;
    const reason =
      url?.protocol !== 'https:' || url.username !== ''
        ? 'only pictures at https addresses are taken'
        : photos.size >= MOST_IMAGES
          ? `a review has at most ${MOST_IMAGES} pictures`
          : null;
    if (reason === null) photos.add(url!.href);
    else refusedPhotos.push({ url: given.slice(0, LONGEST_LINE).toWellFormed(), reason });
  }
  return { photos: [...photos], refusedPhotos };
}

function line(given: string, what: string): string {
  const read = typedText(given).replace(/\s+/g, ' ');
  if (read.length > LONGEST_LINE) throw new RowRefused(`${what} is longer than ${LONGEST_LINE} characters`);
  return read;
}

function optionalLine(given: string): string | null {
  const read = typedText(given).replace(/\s+/g, ' ');
  return read === '' || read.length > LONGEST_LINE ? null : read;
}

function text(given: string, what: string): string {
  const read = typedText(given.replace(/\r\n?/g, '\n'));
  if (read.length > LONGEST_TEXT) throw new RowRefused(`${what} is longer than ${LONGEST_TEXT} characters`);
  return read;
}

/** Numbers and dates as a message may repeat them: anything else in their column may name a person. */
const shown = (value: string): string => (/^[\d\s.,:/+TZ-]{1,30}$/.test(value) ? `: ${JSON.stringify(value)}` : '');

/** One word of a vocabulary. */
const shownWord = (value: string): string => (/^[\w-]{1,20}$/.test(value) ? `: ${JSON.stringify(value)}` : '');

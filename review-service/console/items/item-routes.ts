/** Parts that the pages of items share. */
import type { Subject } from '../../data/events.ts';
import { Refused, type Answer, type PageCall } from '../frame/page.ts';
import { pathOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import type { ItemView } from './item-forms.ts';

export const unknownItem = (): Refused => new Refused(404, words.problems.unknownTitle, words.problems.unknown);

/** @throws Refused where the address names no number. */
export function numberOf({ params }: PageCall): number {
  const { number = '' } = params;
  if (!/^[1-9]\d{0,14}$/.test(number)) throw unknownItem();
  return Number(number);
}

/** The list that somebody works through, as the address of a page or a form says; empty if none. */
export const listOf = ({ query, form, session }: PageCall): string =>
  session.item === undefined && [query, form].some((raw) => valueIn(raw, 'in') === 'inbox') ? 'inbox' : '';

/**
 * The next item of the list, the list itself after its last, or the same item where nobody works through a list, or the
 * person stays.
 */
export function itemDone(
  call: PageCall,
  about: Subject,
  next: Subject | null,
  after: (path: string) => string,
): Answer {
  const list = listOf(call);
  if (list === '') return { to: after(pathOf(about)) };
  if (call.session.account.stays) return { to: after(`${pathOf(about)}?in=${list}`) };
  return { to: after(next ? `${pathOf(next)}?in=inbox` : '/inbox') };
}

/** The next thing of the list is prefetched. */
export const nextOf = ({ call, list, place: { next } }: Pick<ItemView, 'call' | 'list' | 'place'>): { next?: string } =>
  list !== '' && next ? { next: call.at(`${pathOf(next)}?in=${list}`) } : {};

/** Pictures of this service are below the path that it is published at. */
export const pictureIn =
  ({ at }: PageCall) =>
  (address: string): string =>
    address.startsWith('/') ? at('').slice(0, -'/console'.length) + address : address;

/** The item that the inbox has prefetched is shown at once; a decision on one that changed since does nothing. */
export const cachedOf = ({ request }: PageCall): { cacheControl?: string } =>
  request.headers['sec-purpose']?.toString().startsWith('prefetch') === true
    ? { cacheControl: 'private, max-age=30' }
    : {};

import { html, type TemplateResult } from 'lit';
import { firstLetter } from '../../contract/first-letter.ts';
import type { User } from '../../contract/entities/entities.ts';
import { formatDate } from '../locales/dates.ts';
import type { PlauditElement } from '../element/element.ts';

export const authorOf = (user: User | null, { t }: PlauditElement): string =>
  [
    user?.firstName,
    user?.lastName && (firstLetter(user.lastName) === user.lastName ? `${user.lastName}.` : user.lastName),
  ]
    .filter(Boolean)
    .join(' ') ||
  user?.username ||
  t('anonymous');

/**
 * The author's name, with its first letter as a portrait.
 * @param words what is said of the author; by default, the name
 */
export const byline = (author: string, beneath: unknown, words = author): TemplateResult => html`<div class="who">
  <span class="monogram" aria-hidden="true">${firstLetter(author)}</span>
  <div><b part="author" dir="auto">${words}</b>${beneath}</div>
</div>`;

export const day = (host: PlauditElement, rfc: string): TemplateResult =>
  html`<time datetime=${rfc}>${formatDate(host.usedLocale, rfc)}</time>`;

/** Sends the review, says what went wrong, and thanks. */
import type { TemplateResult } from 'lit';
import type { Key } from '../../locales/catalogue.ts';
import { submission as english } from '../../locales/en/submission.ts';
import type { Failure } from '../../source/failure.ts';
import type { Found } from './among.ts';
import type { Fields } from './fields.ts';
import type { Parts } from './parts.ts';
import type { ChosenPhotos } from './photos.ts';
import { missingIn, readForm, submit, type Accepted, type Submission } from './submission.ts';

/** The form, as the sending of its review uses it. */
interface Form extends Fields {
  readonly sku: string | null;
  readonly customer: string | null;
  /** Pending while the code of photos loads. */
  readonly adding: Promise<void>;
  /** Why files could not be taken. */
  readonly failure: Failure | undefined;
  readonly photos: ChosenPhotos | undefined;
  /** Identifies the draft. */
  readonly draft: string;
  /** When the form appeared, in milliseconds since the page loaded. */
  readonly shownAt: number;
  /** Replaced when the product changes, because that is another review. */
  readonly sending: Sending | undefined;
}

/** Whether the proxy refused a photo. */
const isPhoto = ({ code, status }: Failure): boolean => code === 311 || status === 413 || status === 415;

/** Lets the stars and summaries of the page count the review, as the lists do by themselves. */
function countAgain(sku: string, all: Parts['everywhere']): void {
  for (const line of all('plaudit-stars'))
    if (line.sku === sku) {
      // A line asks for what its attributes name whenever these change.
      line.sku = null;
      line.sku = sku;
    }
  for (const { itemGroup, sku: shown, loads } of all('plaudit-star-summary'))
    if (itemGroup || shown === sku) loads?.forEach((load) => load.reload());
}

/** The review of one product, on its way. */
export class Sending {
  /** Whether the review is on its way, or has arrived. */
  phase: 'filling' | 'sending' | 'sent' = 'filling';
  /** What went wrong, unless a field says so. */
  problem: string | null = null;
  readonly #form: Form;
  readonly #parts: Parts;
  /** The last submission. */
  #last: Submission | undefined;
  #accepted: Accepted | undefined;
  #found: Found | null = null;

  constructor(form: Form, parts: Parts) {
    this.#form = form;
    this.#parts = parts;
    parts.addEnglish(english);
  }

  async submit(fields: HTMLFormElement): Promise<void> {
    const host = this.#form;
    const review = await this.#read(fields);
    if (!review || this.phase === 'sending') return;
    if (review instanceof Map) return host.show(review);
    this.#be('sending', null);
    try {
      await this.#send(review as Submission);
      this.#be('sent', null);
    } catch (error) {
      const failure = this.#parts.toFailure(error);
      const wrong = this.#wrong(failure, fields);
      this.#be('filling', wrong ? null : this.#problem(failure));
      if (wrong && host.sending === this) await host.show(wrong);
    }
    await host.updateComplete;
    if (this.phase !== 'sent' || host.sending !== this) return;
    host.renderRoot.querySelector('h2')!.focus();
    await this.#find(review as Submission);
  }

  #be(phase: Sending['phase'], problem: string | null): void {
    this.phase = phase;
    this.problem = problem;
    this.#form.requestUpdate();
  }

  /** The review, or the errors of its incomplete fields, or null if a photo is not ready. */
  async #read(fields: HTMLFormElement): Promise<Submission | ReadonlyMap<string, Key> | null> {
    const host = this.#form;
    const missing = missingIn(fields);
    if (missing.size) return missing;
    await host.adding;
    const { failure, photos, sku } = host;
    if (failure) {
      await host.updateComplete;
      host.renderRoot.querySelector<HTMLElement>('.failure button')?.focus();
      return null;
    }
    if (photos && !(await photos.areReady())) return null;
    return (this.#last = readForm(fields, sku!, photos?.files ?? [], this.#last, this.#parts.randomId));
  }

  /** Continues even if the form switches to another product in the meantime. */
  async #send(review: Submission): Promise<void> {
    const { source, draft, shownAt, customer } = this.#form;
    this.#accepted = await submit(source, review, shownAt, customer);
    this.#parts.keepDraft(draft, null);
    this.#form.photos?.forget(draft);
    const { rating, said } = this.#accepted;
    const sku = review.body.sku!;
    this.#parts.emit(this.#form, 'plaudit-submit', { sku, rating, queued: said === 'queued' });
    countAgain(sku, this.#parts.everywhere);
  }

  /** The error that belongs beside a field. */
  #wrong(failure: Failure, fields: HTMLFormElement): ReadonlyMap<string, Key> | null {
    const { field } = failure;
    // The browser filled in the honeypot field.
    if (field === 'homepage') fields.querySelector<HTMLInputElement>('[name=homepage]')!.value = '';
    if (isPhoto(failure)) return new Map([['photos', 'photoRefused']]);
    return field && fields.querySelector(`#wrong-${CSS.escape(field)}`) ? new Map([[field, 'refused']]) : null;
  }

  #problem({ code, retryAfter }: Failure): string {
    const { t } = this.#form;
    if (retryAfter !== undefined) return t('again', { n: Math.ceil(retryAfter) });
    return t(code === 401 ? 'unknownProduct' : 'sendFailed');
  }

  /** Offers the way to the review once the list beside the form shows it. */
  async #find({ body }: Submission): Promise<void> {
    const list = this.#parts.findBeside('plaudit-product-reviews', this.#form);
    if (!list) return;
    try {
      this.#found = await (await import('./among.ts')).findAmong(list, this.#form, body);
      this.#form.requestUpdate();
    } catch {
      // The review is there without a button that leads to it.
    }
  }

  /** The message once the review is accepted. */
  thanks(): TemplateResult {
    const { html, stars: starsOf } = this.#parts;
    const { t } = this.#form;
    const { said, rating } = this.#accepted!;
    const found = this.#found;
    return html`<div class="panel" part="thanks">
      ${starsOf(rating, '')}
      <h2 tabindex="-1">${t('thanks')}</h2>
      <div>
        <p class="muted">${t(said)}</p>
        ${found && html`<button class="button" part="button" @click=${() => found.show()}>${found.label}</button>`}
      </div>
    </div>`;
  }
}

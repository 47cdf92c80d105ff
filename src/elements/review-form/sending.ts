/** Sends the review, says what went wrong, and thanks. */
import { Task } from '@lit/task';
import { html, type TemplateResult } from 'lit';
import type { Key } from '../../locales/catalogue.ts';
import { emit } from '../../page/events.ts';
import { findBeside } from '../../page/hub.ts';
import { everywhere } from '../../page/roots.ts';
import { toFailure } from '../../source/failure.ts';
import type { Failure } from '../../source/failure.ts';
import { randomId } from '../../source/random-id.ts';
import { stars } from '../../templates/stars.ts';
import type { Found } from './among.ts';
import { keepDraft } from './draft.ts';
import type { Fields } from './fields.ts';
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

/** Lets the stars and summaries of the page count the review, as the lists do by themselves. */
function countAgain(sku: string): void {
  for (const line of everywhere('plaudit-stars'))
    if (line.sku === sku) {
      // A line asks for what its attributes name whenever these change.
      line.sku = null;
      line.sku = sku;
    }
  for (const { itemGroup, sku: shown, loads } of everywhere('plaudit-star-summary'))
    if (itemGroup || shown === sku) loads?.forEach((load) => load.reload());
}

/** The review of one product, on its way. */
export class Sending {
  /** Its value is there once the review has arrived. */
  readonly task: Task<readonly [Submission], Accepted>;
  readonly #form: Form;
  /** The last submission. */
  #last: Submission | undefined;
  #found: Found | null = null;

  constructor(form: Form) {
    this.#form = form;
    this.task = new Task(form, { autoRun: false, task: ([review]) => this.#send(review) });
  }

  /** Whether the review is on its way. */
  get isPending(): boolean {
    return !!this.task.render({ pending: () => true });
  }

  /** The failure in a sentence, unless a field shows it. */
  get problem(): string | null | undefined {
    return this.task.render({
      error: (error) => {
        const said = this.#explain(error);
        return said instanceof Map ? null : (said as string);
      },
    });
  }

  async submit(fields: HTMLFormElement): Promise<void> {
    const host = this.#form;
    const review = await this.#read(fields);
    if (!review || this.isPending) return;
    if (review instanceof Map) return host.show(review);
    await this.task.run([review as Submission]);
    await this.task.render({
      error: (error) => this.#refuse(error, fields),
      complete: () => this.#arrive(review as Submission),
    });
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
    return (this.#last = readForm(fields, sku!, photos?.files ?? [], this.#last, randomId));
  }

  /** Continues even if the form switches to another product in the meantime. */
  async #send(review: Submission): Promise<Accepted> {
    const { source, draft, shownAt, customer } = this.#form;
    const accepted = await submit(source, review, shownAt, customer);
    keepDraft(draft, null);
    this.#form.photos?.forget(draft);
    const { rating, said } = accepted;
    const sku = review.body.sku!;
    emit(this.#form, 'plaudit-submit', { sku, rating, queued: said === 'queued' });
    countAgain(sku);
    return accepted;
  }

  #explain(error: unknown): ReadonlyMap<string, Key> | string {
    const { t, renderRoot } = this.#form;
    const { code, status, field, retryAfter } = toFailure(error);
    if (code === 311 || status === 413 || status === 415) return new Map([['photos', 'photoRefused']]);
    if (field && renderRoot.querySelector(`#wrong-${CSS.escape(field)}`)) return new Map([[field, 'refused']]);
    if (retryAfter !== undefined) return t('again', { n: Math.ceil(retryAfter) });
    return t(code === 401 ? 'unknownProduct' : 'sendFailed');
  }

  /** Goes to the field that was refused. */
  async #refuse(error: unknown, fields: HTMLFormElement): Promise<void> {
    const host = this.#form;
    // The browser filled in the honeypot field.
    if (toFailure(error).field === 'homepage') fields.querySelector<HTMLInputElement>('[name=homepage]')!.value = '';
    const said = this.#explain(error);
    if (said instanceof Map && host.sending === this) await host.show(said);
  }

  /** Goes to the thanks, and offers the way to the review once the list beside the form shows it. */
  async #arrive({ body }: Submission): Promise<void> {
    const host = this.#form;
    await host.updateComplete;
    if (host.sending !== this) return;
    host.renderRoot.querySelector('h2')!.focus();
    const list = findBeside('plaudit-product-reviews', host);
    if (!list) return;
    try {
      this.#found = await (await import('./among.ts')).findAmong(list, host, body);
      host.requestUpdate();
    } catch {
      // The review is there without a button that leads to it.
    }
  }

  /** The message once the review is accepted. */
  thanks(): TemplateResult | undefined {
    const { t } = this.#form;
    const found = this.#found;
    return this.task.render({
      complete: ({ said, rating }) => html`<div class="panel" part="thanks">
        ${stars(rating, '')}
        <h2 tabindex="-1">${t('thanks')}</h2>
        <div>
          <p class="muted">${t(said)}</p>
          ${found && html`<button class="button" part="button" @click=${() => found.show()}>${t('seeAmong')}</button>`}
        </div>
      </div>`,
    });
  }
}

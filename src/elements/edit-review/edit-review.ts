import { html, type PropertyDeclarations } from 'lit';
import { define } from '../../element/define.ts';
import { PlauditElement } from '../../element/element.ts';
import { addEnglish } from '../../locales/i18n.ts';
import { links } from '../../locales/en/links.ts';
import { link } from '../../styles/link.ts';
import { safeUrl } from '../../source/url.ts';

addEnglish(links);

/**
 * The link to the page where a customer edits their review. Who the customer is says a token that the shop's own
 * server has signed; without a valid one the children alone are shown.
 *
 * @element plaudit-edit-review
 * @slot - Shown until the link is ready, without a valid token, and where there is no JavaScript.
 * @fires {CustomEvent} plaudit-ready - The link is on show.
 * @fires {CustomEvent} plaudit-error - There is no link; `detail`: `code`, `status`, `reason`, `retryAfter` (seconds).
 * @csspart base - The whole.
 * @csspart link - The link.
 * @cssprop [--plaudit-radius=0.5em] - Rounding of the link's corners.
 */
export class EditReview extends PlauditElement {
  static override styles = [...PlauditElement.styles, link];

  static override properties: PropertyDeclarations = { customer: {} };

  /** The signed token that names the customer. */
  declare customer: string | null;

  readonly #load = this.loading(
    () => (this.customer ? [this.customer] : null),
    async (signal) => safeUrl((await this.source.ask('getEditLink', {}, signal, this.customer!)).link),
    () => null,
  );

  protected override renderContent(): unknown {
    const { data: url, failure } = this.#load;
    // A token that is not valid, or no review of this customer: to try again would not help.
    if (!this.customer || (failure && failure.status >= 400 && failure.status < 429)) return html`<slot></slot>`;
    return this.renderLoad(this.#load, () =>
      url
        ? html`<a class="button" part="link" href=${url} rel="nofollow ugc noopener">${this.t('edit')}</a>`
        : html`<slot></slot>`,
    );
  }
}

define('plaudit-edit-review', EditReview);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-edit-review': EditReview;
  }
}

import { html, type PropertyDeclarations } from 'lit';
import { define } from '../../element/define.ts';
import { PlauditElement } from '../../element/element.ts';
import links from '../../locales/en/links.json' with { type: 'json' };
import { addEnglish } from '../../locales/i18n.ts';
import { safeUrl } from '../../source/url.ts';
import { link } from '../../styles/link.ts';

addEnglish(links);

/**
 * A link to the page where a customer edits their review. A token signed by the shop's server identifies the customer;
 * without a valid token the element shows only its children.
 *
 * @element plaudit-edit-review
 * @slot - Shown until the link is ready, when the token is invalid, and when JavaScript is off.
 * @fires {CustomEvent} plaudit-ready - The link is displayed.
 * @fires {CustomEvent} plaudit-error - Loading failed; `detail`: `code`, `status`, `reason`, `retryAfter` (seconds).
 * @csspart base - The whole element.
 * @csspart link - The link.
 * @cssprop [--plaudit-radius=0.5em] - Corner radius of the link.
 */
export class EditReview extends PlauditElement {
  static override styles = [...PlauditElement.styles, link];

  static override properties: PropertyDeclarations = { customer: {} };

  /** Signed token that identifies the customer. */
  declare customer: string | null;

  readonly #load = this.loading(
    () => (this.customer ? [this.customer] : null),
    async (signal) => safeUrl((await this.source.ask('getEditLink', {}, signal, this.customer!)).link),
    () => null,
  );

  protected override renderContent(): unknown {
    const { data: url, failure } = this.#load;
    // The token is invalid, or this customer has no review: a retry would not help.
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

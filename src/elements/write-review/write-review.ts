import { html } from 'lit';
import { define } from '../../element/define.ts';
import { PlauditElement } from '../../element/element.ts';
import { safeUrl } from '../../source/url.ts';
import { link } from '../../styles/link.ts';

/**
 * A link to the page for writing a review of the business.
 *
 * @element plaudit-write-review
 * @slot - Shown until the link is ready, when it fails to load, and when JavaScript is off.
 * @fires {CustomEvent} plaudit-ready - The link is displayed.
 * @fires {CustomEvent} plaudit-error - Loading failed; `detail`: `code`, `status`, `reason`, `retryAfter` (seconds).
 * @csspart base - The whole element.
 * @csspart link - The link.
 * @cssprop [--plaudit-radius=0.5em] - Corner radius of the link.
 */
export class WriteReview extends PlauditElement {
  static override styles = [...PlauditElement.styles, link];

  readonly #load = this.loading(
    () => [''],
    async (signal) => safeUrl((await this.source.ask('getWriteLink', {}, signal)).url),
    () => null,
  );

  protected override renderContent(): unknown {
    return this.renderLoad(this.#load, (url) =>
      url
        ? html`<a class="button" part="link" href=${url} rel="nofollow ugc noopener">${this.t('write')}</a>`
        : html`<slot></slot>`,
    );
  }
}

define('plaudit-write-review', WriteReview);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-write-review': WriteReview;
  }
}

import type { PropertyDeclarations } from 'lit';
import { define } from '../../element/define.ts';
import { PlauditElement } from '../../element/element.ts';
import { patiently } from '../../page/patiently.ts';
import { loadWordsOf } from '../../page/settings.ts';
import { content } from '../../styles/content.ts';

const loadStatement = patiently(() => import('./statement.ts'));

interface Statement {
  readonly total: number;
  render(): unknown;
}

/**
 * The fate of all reviews of a product or, without `sku`, of the business: received, published, waiting and removed,
 * by reason and by stars, and how the average and the order come about.
 *
 * @element plaudit-transparency
 * @slot - Shown until the statement is ready, when it fails to load, and when JavaScript is off.
 * @fires {CustomEvent} plaudit-ready - The statement is displayed; `detail.total` is the number of published reviews.
 * @fires {CustomEvent} plaudit-error - Loading failed; `detail`: `code`, `status`, `reason`, `retryAfter` (seconds).
 * @csspart base - The whole element.
 * @csspart numbers - What was received, published, held and removed, by stars.
 * @csspart reasons - Why reviews were removed.
 * @csspart notes - How the average and the order come about, who is verified and who was rewarded.
 * @cssprop [--plaudit-star-color=#c2660a] - The stars of the table.
 */
export class Transparency extends PlauditElement {
  static override styles = [...PlauditElement.styles, content];

  static override properties: PropertyDeclarations = { sku: {} };

  /** SKU of the product; without it, the statement is about the business. */
  declare sku: string | null;

  readonly #load = this.loading<Statement>(
    () => [`${this.sku}`],
    async (signal) => {
      const { sku } = this;
      const [{ transparency }, { statementOf }] = await Promise.all([
        this.source.ask('getTransparency', { sku }, signal),
        loadStatement(),
        loadWordsOf(this),
      ]);
      // The locale in use is the wanted one from now on.
      this.willUpdate();
      return statementOf(this, transparency);
    },
    ({ total }) => total,
  );

  protected override renderContent(): unknown {
    return this.renderLoad(this.#load, (statement) => statement.render());
  }
}

define('plaudit-transparency', Transparency);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-transparency': Transparency;
  }
}

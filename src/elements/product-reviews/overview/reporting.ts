import { html } from 'lit';
import type { ProductReview } from '../../../../contract/entities/entities.ts';
import { patiently } from '../../../page/patiently.ts';
import { flag } from '../../../styles/icons.ts';
import type { Context } from './context.ts';

const loadReport = patiently(() => import('../../../dialogs/report.ts'));

async function open({ host }: Context, { id }: ProductReview, opener: HTMLElement): Promise<void> {
  const { openReport } = await loadReport();
  const send = async (reason: string, message: string, key: string) => {
    await host.source.send('flagProductReview', { review_id: `${id}`, reason, message }, key);
    return () => host.note(id, { note: () => host.t('reported') });
  };
  openReport(host, send, opener);
}

/** Beside the votes: a button that reports the review, where the service takes reports. */
export function renderReport(context: Context, review: ProductReview, beside: unknown): unknown {
  const { host } = context;
  const report = ({ currentTarget }: Event) => void open(context, review, currentTarget as HTMLElement).catch(() => {});
  return html`<div class="row acts">${beside}<button class="link row muted" aria-haspopup="dialog"
      @click=${report}>${flag()}${host.t('report')}</button></div>`;
}

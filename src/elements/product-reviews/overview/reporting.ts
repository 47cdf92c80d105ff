import type { ProductReview } from '../../../../contract/entities.ts';
import type { Told } from './parts.ts';

/** As in `locales/en/business.ts`, which would be a file of its own if it were imported here too. */
const english = { report: 'Report', reported: 'Thank you. We will look at it.' };

async function open({ host, parts: { addEnglish } }: Told, { id }: ProductReview, opener: HTMLElement): Promise<void> {
  const { openReport, english: words } = await import('../../../dialogs/report.ts');
  addEnglish(words);
  const send = async (reason: string, message: string, key: string) => {
    await host.source.send('flagProductReview', { review_id: `${id}`, reason, message }, key);
    return () => host.note(id, { note: () => host.t('reported') });
  };
  openReport(host, send, opener);
}

/** Beside the votes: a button that reports the review, where the service takes reports. */
export function renderReport(told: Told, review: ProductReview, beside: unknown): unknown {
  const {
    host,
    parts: { html, addEnglish },
  } = told;
  addEnglish(english);
  const report = ({ currentTarget }: Event) => void open(told, review, currentTarget as HTMLElement).catch(() => {});
  return html`<div class="row acts">${beside}<button class="link row muted" aria-haspopup="dialog"
      @click=${report}><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path
      d="M5 21V4h13l-3 4.5 3 4.5H5" /></svg>${host.t('report')}</button></div>`;
}

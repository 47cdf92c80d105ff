/** The dialog for reporting a review. Loaded when it is first opened. */
import { LONGEST_TEXT } from '../../contract/endpoints/limits.ts';
import type { Key } from '../locales/catalogue.ts';
import english from '../locales/en/report.json' with { type: 'json' };
import { addEnglish } from '../locales/i18n.ts';
import { cssText as css } from '../styles/css-text.ts';
import { create } from './create.ts';
import { createForm, labelled, openForm, whenSubmitted } from './form-dialog.ts';

addEnglish(english);

const styles = css`
  .report fieldset {
    display: grid;
    gap: 0.25em;
  }
  .report fieldset label {
    display: flex;
    align-items: center;
    gap: 0.6em;
    min-height: 2em;
    cursor: pointer;
  }
  .report input {
    flex: none;
    appearance: auto;
    width: 1.15em;
    height: 1.15em;
    margin: 0;
    accent-color: var(--accent);
  }
`;

const reasons = ['language', 'personal_info', 'personal_attack', 'second_hand', 'another_biz', 'other'] as const;

/** The element that the dialog belongs to. */
interface Host extends Pick<HTMLElement, 'isConnected' | 'shadowRoot'> {
  readonly t: (key: Key) => string;
}

/**
 * Opens the dialog, unless the element is gone.
 * @param send rejects if the report fails, else answers what thanks for it, once nothing talks over that;
 *   the key is the same as long as the report is
 */
export function openReport(
  { isConnected, shadowRoot, t }: Host,
  send: (reason: string, message: string, key: string) => Promise<() => void>,
  opener: HTMLElement,
): void {
  if (!isConnected) return;
  const title = t('reportTitle');
  const radios = reasons.map((value) => create('input', { type: 'radio', name: 'reason', value }));
  const message = create('textarea', { rows: 4, maxLength: LONGEST_TEXT, dir: 'auto', ariaRequired: 'true' });
  const choices = radios.map((radio) => create('label', {}, radio, t(radio.value as Key)));
  const report = createForm(
    'report',
    { title, send: t('reportSend'), cancel: t('cancel') },
    create('fieldset', { ariaLabel: title }, ...choices),
    labelled(t('reportText'), message),
  );
  const chosen = () => radios.find(({ checked }) => checked);
  const missing = () => {
    if (chosen() && message.value.trim()) return '';
    (chosen() ? message : radios[0]!).focus();
    return t('reportNeed');
  };
  let thank: (() => void) | undefined;
  whenSubmitted(
    report,
    missing,
    async (keyFor) => {
      const reason = chosen()!.value;
      const text = message.value.trim();
      thank = await send(reason, text, keyFor(reason + text));
      report.dialog.close();
    },
    t('reportFailed'),
  );
  openForm(shadowRoot!, report, styles, () => {
    opener.focus();
    thank?.();
  });
}

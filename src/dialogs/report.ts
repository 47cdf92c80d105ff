/** The dialog for reporting a review. Loaded when it is first opened. */
import { LONGEST_TEXT } from '../../contract/endpoints/limits.ts';
import type { Key } from '../locales/catalogue.ts';
import english from '../locales/en/report.json' with { type: 'json' };
import { addEnglish } from '../locales/i18n.ts';
import { randomId } from '../source/random-id.ts';
import { adopt } from '../styles/adopt.ts';
import { cssText as css } from '../styles/css-text.ts';
import { create } from './create.ts';

addEnglish(english);

const styles = css`
  dialog.report {
    width: min(30em, calc(100vw - 2em));
    box-sizing: border-box;
    padding: 1.5em;
    border: 0;
    border-radius: var(--radius);
    background: var(--plaudit-background, light-dark(#fff, #1a1917));
    color: var(--plaudit-color, light-dark(#23201d, #f0ede8));
    font-weight: 400;
    text-align: start;
    box-shadow: 0 1em 3em rgb(0 0 0 / 0.3);
    overflow-wrap: anywhere;
  }
  dialog.report::backdrop {
    background: rgb(0 0 0 / 0.5);
  }
  .report form {
    display: grid;
    gap: 1em;
    font-size: 1rem;
  }
  .report fieldset {
    display: grid;
    gap: 0.25em;
  }
  .report label {
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
  .report .words {
    display: grid;
    gap: 0.35em;
    font-weight: 600;
  }
  .report textarea {
    width: 100%;
    padding: 0.5em 0.75em;
    resize: vertical;
    font-weight: 400;
  }
  .report .wrong {
    margin: 0;
    color: light-dark(#b3261e, #ff9c94);
    font-size: 0.875em;
    font-weight: 600;
  }
  .report .wrong:empty {
    display: none;
  }
`;

const reasons = ['language', 'personal_info', 'personal_attack', 'second_hand', 'another_biz', 'other'] as const;

/** The element that the dialog belongs to. */
interface Host extends Pick<HTMLElement, 'isConnected' | 'shadowRoot'> {
  readonly t: (key: Key) => string;
}

function build(t: Host['t']) {
  const radios = reasons.map((value) => create('input', { type: 'radio', name: 'reason', value }));
  const message = create('textarea', { rows: 4, maxLength: LONGEST_TEXT, dir: 'auto', ariaRequired: 'true' });
  const wrong = create('p', { className: 'wrong', role: 'alert' });
  const cancel = create('button', { type: 'button' as const, className: 'button' }, t('cancel'));
  const submit = create('button', { className: 'button primary' }, t('reportSend'));
  const form = create(
    'form',
    { noValidate: true },
    create('h2', {}, t('reportTitle')),
    create(
      'fieldset',
      { ariaLabel: t('reportTitle') },
      ...radios.map((radio) => create('label', {}, radio, t(radio.value as Key))),
    ),
    create('label', { className: 'words' }, t('reportText'), message),
    wrong,
    create('div', { className: 'row' }, submit, cancel),
  );
  const dialog = create('dialog', { className: 'report', ariaLabel: t('reportTitle') }, form);
  dialog.setAttribute('part', 'report');
  cancel.onclick = () => dialog.close();
  return { dialog, form, radios, message, wrong, submit };
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
  const root = shadowRoot!;
  adopt(root, styles);
  const { dialog, form, radios, message, wrong, submit } = build(t);
  let sent: readonly [described: string, key: string] | undefined;
  let thank: (() => void) | undefined;
  dialog.onclose = () => {
    dialog.remove();
    opener.focus();
    thank?.();
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    const reason = radios.find(({ checked }) => checked);
    const text = message.value.trim();
    if (submit.ariaDisabled === 'true') return;
    wrong.textContent = '';
    if (!reason || !text) {
      (reason ? message : radios[0]!).focus();
      // The focus would talk over what is said before it.
      wrong.textContent = t('reportNeed');
      return;
    }
    submit.ariaDisabled = 'true';
    const described = reason.value + text;
    if (sent?.[0] !== described) sent = [described, randomId()];
    try {
      thank = await send(reason.value, text, sent[1]);
      dialog.close();
    } catch {
      wrong.textContent = t('reportFailed');
    }
    submit.ariaDisabled = 'false';
  };
  // Inside `.base`, because the element's styles and theme apply only there.
  root.querySelector('.base')!.append(dialog);
  dialog.showModal();
}

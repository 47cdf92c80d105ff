/** A dialog with a form, for reports, questions and answers. */
import { randomId } from '../source/random-id.ts';
import { adopt } from '../styles/adopt.ts';
import { cssText as css } from '../styles/css-text.ts';
import { create } from './create.ts';

const shared = css`
  dialog.form {
    width: min(32em, calc(100vw - 2em));
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
  dialog.form::backdrop {
    background: rgb(0 0 0 / 0.5);
  }
  .form form {
    display: grid;
    gap: 1em;
    font-size: 1rem;
  }
  .form .labelled {
    display: grid;
    gap: 0.35em;
    font-weight: 600;
  }
  .form .labelled > * {
    width: 100%;
    min-height: 2.75em;
    padding: 0.5em 0.75em;
    resize: vertical;
    font-weight: 400;
  }
  .form .wrong {
    margin: 0;
    color: light-dark(#b3261e, #ff9c94);
    font-size: 0.875em;
    font-weight: 600;
  }
  .form .wrong:empty {
    display: none;
  }
`;

export type FormDialog = ReturnType<typeof createForm>;

/** @param name its part, and the class that styles of its own have */
export function createForm(
  name: string,
  words: { readonly title: string; readonly send: string; readonly cancel: string },
  ...fields: readonly Node[]
) {
  const wrong = create('p', { className: 'wrong', role: 'alert' });
  const submit = create('button', { className: 'button primary' }, words.send);
  const cancel = create('button', { type: 'button' as const, className: 'button' }, words.cancel);
  const row = create('div', { className: 'row' }, submit, cancel);
  const form = create('form', { noValidate: true }, create('h2', {}, words.title), ...fields, wrong, row);
  const dialog = create('dialog', { className: `form ${name}`, ariaLabel: words.title }, form);
  dialog.setAttribute('part', name);
  cancel.onclick = () => dialog.close();
  return { dialog, form, wrong, submit, cancel };
}

export const labelled = (label: string, field: HTMLElement): HTMLElement =>
  create('label', { className: 'labelled' }, label, field);

/** @param styles those that it alone has */
export function openForm(root: ShadowRoot, { dialog }: FormDialog, styles: string, closed: () => void): void {
  for (const one of [shared, styles]) adopt(root, one);
  dialog.onclose = () => {
    dialog.remove();
    closed();
  };
  // Inside `.base`, because the element's styles and theme apply only there.
  root.querySelector('.base')!.append(dialog);
  dialog.showModal();
}

/**
 * @param missing answers what to say of a field that is missing, after focusing it: the focus would talk over it
 * @param send is given a function that answers the same key as long as what is sent is the same
 * @param failed what to say where it fails
 */
export function whenSubmitted(
  { form, wrong, submit }: FormDialog,
  missing: () => string,
  send: (keyFor: (described: string) => string) => Promise<void>,
  failed: string,
): void {
  let sent: readonly [described: string, key: string] | undefined;
  const keyFor = (described: string): string => {
    if (sent?.[0] !== described) sent = [described, randomId()];
    return sent[1];
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (submit.ariaDisabled === 'true') return;
    wrong.textContent = '';
    wrong.textContent = missing();
    if (wrong.textContent) return;
    submit.ariaDisabled = 'true';
    try {
      await send(keyFor);
    } catch {
      wrong.textContent = failed;
    }
    submit.ariaDisabled = 'false';
  };
}

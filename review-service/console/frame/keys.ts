/**
 * The keys of the console. One table makes the hints of buttons and the help; the script (script.ts) does what the
 * element with that hint does.
 */
import { html, type Markup } from '../../letters/html.ts';
import type { Session } from '../../people/accounts/sessions.ts';
import { words } from '../words/index.ts';

export const keys = {
  next: 'j',
  previous: 'k',
  publish: 'p',
  hide: 'h',
  reply: 'r',
  message: 'm',
  later: 'l',
  undo: 'u',
  search: '/',
  help: '?',
} as const;
export type KeyName = keyof typeof keys;

export interface KeyOf {
  /** Attribute of the element that the key presses, or whose field it goes to. */
  readonly key: Markup | false;
  /** Inside it, for eyes alone. */
  readonly hint: Markup | false;
}

/** Nothing for somebody who has switched keys off. */
export const keyOf = ({ account }: Session, name: KeyName): KeyOf => ({
  key: account.hasKeys && html`aria-keyshortcuts="${keys[name]}"`,
  hint: account.hasKeys && html`<kbd aria-hidden="true">${keys[name]}</kbd>`,
});

const SEND = 'Ctrl ⏎';

/** The button that opens the help, and the help. */
export function keysHelp(session: Session): Markup | false {
  if (!session.account.hasKeys) return false;
  const rows = [...(Object.keys(keys) as KeyName[]), 'send' as const].map(
    (name) =>
      html`<div><dt><kbd>${name === 'send' ? SEND : keys[name]}</kbd></dt><dd>${words.keys.does[name]}</dd></div>`,
  );
  return html`<button class="quiet keys" popovertarget="keys" aria-label="${words.keys.title}"
${keyOf(session, 'help').key}>?</button>
<dialog class="help" id="keys" popover aria-labelledby="keys-title"><h2 id="keys-title">${words.keys.title}</h2>
<dl>${rows}</dl><p class="hint">${words.keys.hint}</p></dialog>`;
}

/** Groups of buttons that are one stop of the Tab key each: arrow keys move the focus within. */

const buttonsOf = (group: Element): HTMLElement[] => [...group.querySelectorAll('button')];

/** Lets the Tab key stop at one button of the group: the one that had the focus last, as long as it is there. */
export function keepOneStop(group: Element): void {
  const stop = group.querySelector('[tabindex="0"]') ?? group.querySelector('button');
  for (const button of buttonsOf(group)) button.tabIndex = button === stop ? 0 : -1;
}

/** Moves the focus by an arrow key, Home or End. */
export function rove(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event;
  const group = currentTarget as HTMLElement;
  const buttons = buttonsOf(group);
  const at = buttons.indexOf((target as HTMLElement).closest('button')!);
  const isBackward = getComputedStyle(group).direction === 'rtl' ? /Right|Up/ : /Left|Up/;
  const to =
    key === 'Home'
      ? 0
      : key === 'End'
        ? buttons.length - 1
        : key.startsWith('Arrow')
          ? at + (isBackward.test(key) ? -1 : 1)
          : -1;
  const next = buttons[to];
  if (!next) return;
  event.preventDefault();
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next.focus();
}

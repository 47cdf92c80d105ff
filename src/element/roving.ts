/** Groups of buttons that are one stop of the Tab key each: arrow keys move the focus within. */

const buttonsOf = (group: Element): HTMLElement[] => [...group.querySelectorAll<HTMLElement>('button:enabled')];

/** Lets the Tab key stop at one button of the group: the one that had the focus last, as long as it is there. */
export function keepOneStop(group: Element): void {
  const buttons = buttonsOf(group);
  const stop = buttons.find((button) => button.getAttribute('tabindex') === '0') ?? buttons[0];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

/** Moves the focus by an arrow key, Home or End. */
export function rove(event: KeyboardEvent): void {
  const group = event.currentTarget as HTMLElement;
  const buttons = buttonsOf(group);
  const at = buttons.indexOf((event.target as HTMLElement).closest('button')!);
  // A field beside the buttons has arrows of its own.
  if (at < 0) return;
  const right = getComputedStyle(group).direction === 'rtl' ? -1 : 1;
  const places: Readonly<Record<string, number>> = {
    Home: 0,
    End: buttons.length - 1,
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    ArrowLeft: at - right,
    ArrowRight: at + right,
  };
  const next = buttons[places[event.key]!];
  if (!next) return;
  event.preventDefault();
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next.focus();
}

import type { AnswerOf, QueryOf } from '../../contract/shopper/shopper.ts';
import type { Asked, Source } from '../source/source.ts';

/** A query of the server for the fragment, with its answer. */
export type Answer<Name extends Asked = Asked> = {
  [One in Name]: readonly [operation: One, query: QueryOf<One>, answer: AnswerOf<One>];
}[Name];

const CONTROLS = 'a,button,input,select,textarea,summary';
const controlsOf = (nodes: readonly Node[]): HTMLElement[] =>
  nodes.flatMap((node) =>
    node instanceof Element
      ? [...(node.matches(CONTROLS) ? [node as HTMLElement] : []), ...node.querySelectorAll<HTMLElement>(CONTROLS)]
      : [],
  );

/**
 * Takes over a fragment, whose data saves requests.
 * @returns a function that replaces the fragment by our own content beside it in one frame, keeping focus and input
 */
export function takeOver(rendered: readonly ChildNode[], source: Source): (root: ParentNode) => void {
  const data = rendered.find((node): node is HTMLScriptElement => node instanceof HTMLScriptElement);
  for (const [operation, query, answer] of JSON.parse(data?.text ?? '[]') as Answer[])
    source.put(operation, query, answer);
  return (root) => {
    const ours = controlsOf([...root.childNodes].filter((node) => !rendered.includes(node)));
    const focused = (root as ShadowRoot).activeElement;
    // Both come from the same templates, so their controls are in the same order.
    controlsOf(rendered).forEach((control, index) => {
      const own = ours[index];
      if (own?.localName !== control.localName) return;
      const { value, checked, selectionStart, selectionEnd } = control as HTMLInputElement;
      const field = own as HTMLInputElement;
      if (
        control.matches('input:not([type=file]),textarea,select') &&
        (field.value !== value || field.checked !== checked)
      ) {
        Object.assign(field, { value, checked });
        field.dispatchEvent(new Event(control.localName === 'select' ? 'change' : 'input', { bubbles: true }));
      }
      if (control !== focused) return;
      own.focus({ preventScroll: true });
      if (typeof selectionStart === 'number') field.setSelectionRange(selectionStart, selectionEnd);
    });
    for (const node of rendered) node.remove();
  };
}

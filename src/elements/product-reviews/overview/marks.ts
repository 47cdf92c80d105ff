import type { Told } from './parts.ts';

const NAME = 'plaudit-found';
const TEXTS = '.review h3, .review .content';
const letter = /[\p{L}\p{M}\p{N}]/u;

/** The places in a text, in lower case, where one of the forms stands as words of its own. */
function* placesOf(text: string, forms: readonly string[], isPrefix: boolean): Generator<readonly [number, number]> {
  for (const form of forms)
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
      const end = at + form.length;
      if (!letter.test(text[at - 1] ?? ' ') && (isPrefix || !letter.test(text[end] ?? ' '))) yield [at, end];
    }
}

/** Marks what was searched for in the texts on show, without a change to the document. */
export function markWords({ host, digest: { mentions } }: Told): void {
  const highlights = globalThis.CSS?.highlights;
  if (!highlights) return;
  const { mention: key, q } = host.chosen;
  const mention = mentions.find((one) => one.key === key);
  const forms = (mention?.forms ?? q?.toLowerCase().split(/\s+/) ?? []).filter(Boolean);
  // All elements of a page share one highlight.
  let highlight = highlights.get(NAME);
  if (!highlight) highlights.set(NAME, (highlight = new Highlight()));
  for (const range of highlight) {
    const { startContainer: node } = range;
    if (!node.isConnected || host.shadowRoot!.contains(node)) highlight.delete(range);
  }
  if (!forms[0]) return;
  for (const element of host.shadowRoot!.querySelectorAll(TEXTS))
    for (const node of element.childNodes) {
      if (!(node instanceof Text)) continue;
      const text = node.data.toLowerCase();
      // Lower case may have another length, and the places would be wrong.
      if (text.length !== node.length) continue;
      for (const [start, end] of placesOf(text, forms, !mention)) {
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, end);
        highlight.add(range);
      }
    }
}

/** The result of a search or a mention: marks where it stands, and where nothing matches, a hint at what would. */
import { html } from 'lit';
import { productQuery } from '../../../page/hub.ts';
import type { Context } from './context.ts';

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
function markWords({ host, digest: { mentions } }: Context): void {
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

/** How many mentions are offered. */
const MOST = 5;

/**
 * Where nothing matches a search: that, and what would match. This is the search without the filters beside it, or
 * else what reviews speak of.
 */
function nothingOf(context: Context): () => unknown {
  const { host, digest } = context;
  /** The search that was counted without the filters, and how many reviews it has then. */
  let counted: { readonly q: string; readonly total: number | null } | undefined;

  async function count(q: string): Promise<void> {
    if (counted?.q === q) return;
    counted = { q, total: null };
    const { total } = await host.source.ask('listProductReviews', { ...productQuery(host), q, count: 1 });
    if (counted.q !== q) return;
    counted = { q, total };
    host.requestUpdate();
  }

  return () => {
    const { q } = host.chosen;
    if (!q) return undefined;
    const isNarrowed = host.choices > 1;
    if (isNarrowed) void count(q).catch(() => {});
    const n = isNarrowed && counted?.q === q ? counted.total : null;
    const settle = () => void host.loadFilters().then((filters) => filters.settle(host));
    const clear = () => void host.loadFilters().then((filters) => filters.clear(host));
    const all = () => {
      host.chosen = { q };
      host.choose({}, []);
      settle();
    };
    const find = (mention: string) => {
      host.choose({ q: null, mention }, []);
      settle();
    };
    const words = digest.mentions.slice(0, MOST);
    return html`${host.t(isNarrowed ? 'nothingIn' : 'nothingFor', { text: q })}
      <button class="link" @click=${clear}>${host.t('clear')}</button>
      ${
        n
          ? html`<button class="button" part="button"
              @click=${all}>${host.t('withoutFilter', { reviews: host.t('reviews', { n }) })}</button>`
          : words[0] &&
            html`<div class="row offers" role="group" aria-label=${host.t('mentioned')}><span class="muted"
                aria-hidden="true">${host.t('mentioned')}</span>${words.map(
                  ({ key, words: said, language }) => html`<button class="button chip"
                      @click=${() => find(key)}><bdi lang=${language}>${said}</bdi></button>`,
                )}</div>`
      }`;
  };
}

export interface Sought {
  /** Marks what was searched for in the texts on show. */
  mark(): void;
  /** Where nothing matches a search. */
  nothing(): unknown;
}

export const soughtOf = (context: Context): Sought => ({ mark: () => markWords(context), nothing: nothingOf(context) });

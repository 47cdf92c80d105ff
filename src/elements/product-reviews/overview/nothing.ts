import type { Told } from './parts.ts';

/** How many mentions are offered. */
const MOST = 5;

/**
 * Where nothing matches a search: that, and what would match. This is the search without the filters beside it, or
 * else what reviews speak of.
 */
export function nothingOf(told: Told): () => unknown {
  const { host, digest, parts, say } = told;
  const { html } = parts;
  /** The search that was counted without the filters, and how many reviews it has then. */
  let counted: { readonly q: string; readonly total: number | null } | undefined;

  async function count(q: string): Promise<void> {
    if (counted?.q === q) return;
    counted = { q, total: null };
    const { total } = await host.source.ask('listProductReviews', { ...parts.productQuery(host), q, count: 1 });
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
    const all = () => {
      host.chosen = { q };
      host.choose({}, []);
      void host.settle();
    };
    const find = (mention: string) => {
      host.choose({ q: null, mention }, []);
      void host.settle();
    };
    const words = digest.mentions.slice(0, MOST);
    return html`${say(isNarrowed ? 'nothingIn' : 'nothingFor', { text: q })}
      <button class="link" @click=${host.clear}>${host.t('clear')}</button>
      ${
        n
          ? html`<button class="button" part="button"
              @click=${all}>${say('withoutFilter', { reviews: host.t('reviews', { n }) })}</button>`
          : words[0] &&
            html`<div class="row offers" role="group" aria-label=${say('mentioned')}><span class="muted"
                aria-hidden="true">${say('mentioned')}</span>${words.map(
                  ({ key, words: said, language }) => html`<button class="button chip"
                      @click=${() => find(key)}><bdi lang=${language}>${said}</bdi></button>`,
                )}</div>`
      }`;
  };
}

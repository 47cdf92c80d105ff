/**
 * The filters that are on, in a line that stays in view, and a sheet with all of them where the toolbar of a list has
 * no room. Loaded when the first filter is chosen or the sheet is opened.
 */
import { html, render } from 'lit';
import type { ReactiveControllerHost } from 'lit';
import type { QueryOf } from '../../contract/shopper/shopper.ts';
import type { Key } from '../locales/catalogue.ts';
import english from '../locales/en/sheet.json' with { type: 'json' };
import { addEnglish, type Values } from '../locales/i18n.ts';
import { colourBehind } from '../page/around.ts';
import { starFilter, type OfProduct } from '../page/hub.ts';
import { adopt } from '../styles/adopt.ts';
import { cssText as css } from '../styles/css-text.ts';
import { cross } from '../styles/icons.ts';

addEnglish(english);

/** A shopper's choice, as it is sent; null is nothing. */
export type Chosen = Pick<
  QueryOf<'listProductReviews'>,
  'only_photos' | 'q' | 'verified' | 'languages' | 'with' | 'mention'
>;

/** The list that is filtered. */
interface Host extends OfProduct, ReactiveControllerHost {
  readonly order: string | null;
  readonly filtered: boolean;
  readonly shown: { readonly total: number | null } | undefined;
  readonly t: (key: Key, values?: Values) => string;
  /** Undefined where no reviews are on show yet; `done` once they are those that were chosen. */
  readonly loads: readonly { readonly data: unknown; readonly done: Promise<void> | undefined }[];
  chosen: Chosen;
  choose(change: Chosen, ratings?: readonly number[]): void;
  nameOf(sent: string): string;
  reveal(target: Element): Promise<void>;
}

const styles = css`
  dialog.sheet {
    box-sizing: border-box;
    width: min(32em, 100vw);
    max-width: none;
    max-height: min(85dvh, 44em);
    padding: 0;
    border: 0;
    border-radius: 1em;
    background: var(--plaudit-background, light-dark(#fff, #1a1917));
    color: var(--plaudit-color, light-dark(#23201d, #f0ede8));
    font-weight: 400;
    text-align: start;
    overflow-wrap: anywhere;
    box-shadow: 0 1em 3em rgb(0 0 0 / 0.3);
  }
  dialog.sheet[open] {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr) auto;
  }
  dialog.sheet::backdrop {
    background: rgb(0 0 0 / 0.5);
  }
  .sheet > * {
    padding: 0.75em 1em;
  }
  .sheet > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
  .sheet .close {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    border: 0;
    border-radius: 50%;
  }
  .sheet .close:hover {
    background: var(--fill);
  }
  .sheet > div {
    display: grid;
    align-content: start;
    gap: 1em;
    padding-block: 0.25em 1em;
    overflow-y: auto;
    overscroll-behavior: contain;
  }
  .sheet .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6em;
  }
  .sheet .chip {
    min-height: 44px;
    padding-inline: 1em;
  }
  .sheet select.chip {
    flex: 1 1 100%;
    max-width: none;
    border-color: var(--edge);
    border-radius: var(--radius);
  }
  .sheet > footer {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5em 1em;
    padding-block-end: max(0.75em, env(safe-area-inset-bottom));
    border-block-start: 1px solid var(--line);
  }
  .sheet .primary {
    flex-basis: 100%;
    justify-content: center;
    min-height: 44px;
  }
  /* While the list scrolls by below it, on the colour of the page. */
  .choices {
    position: sticky;
    inset-block-start: var(--plaudit-sticky-top, 0px);
    z-index: 1;
    margin-block-end: 0.5em;
    padding-block: 0.5em;
    background: var(--plaudit-background, var(--behind, Canvas));
  }
  .choices .chip {
    border-color: var(--edge);
    background: var(--fill);
  }
  .choices .icon {
    width: 1em;
    height: 1em;
  }
  .choices > .link {
    font-size: 0.875em;
  }
  .choices ~ * .review {
    scroll-margin-block-start: calc(3.5em + var(--plaudit-sticky-top, 0px));
  }
  @media (width < 600px) {
    dialog.sheet {
      margin: auto 0 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    @media (width < 600px) {
      dialog.sheet[open] {
        animation: plaudit-rise 0.18s ease-out;
      }
    }
    @keyframes plaudit-rise {
      from {
        translate: 0 100%;
      }
    }
  }
  @media (forced-colors: active) {
    dialog.sheet {
      border: 1px solid CanvasText;
    }
  }
`;

/** Moves the focus from a button that disappears to what is left of its line, or to the new number. */
export async function settle(host: Host): Promise<void> {
  await host.updateComplete;
  const root = host.shadowRoot!;
  // The page behind an open sheet takes no focus.
  const place = root.querySelector('.sheet .primary') ?? root.querySelector('.choices button, .bar h2');
  if (!root.activeElement) (place as HTMLElement | null)?.focus();
}

/** Leads to the new number of reviews once it is there. */
export async function lead(host: Host): Promise<void> {
  const bar = () => host.shadowRoot!.querySelector('.bar');
  void host.reveal(bar() ?? host);
  const [load] = host.loads;
  if (!load!.data) return host.addEventListener('plaudit-ready', () => void lead(host), { once: true });
  await host.updateComplete;
  await load!.done;
  await host.updateComplete;
  bar()?.querySelector('h2')!.focus({ preventScroll: true });
}

/** Shows all reviews again. */
export function clear(host: Host): void {
  host.chosen = {};
  host.choose({ q: null }, []);
  void settle(host);
}

/** A filter that is on, as a shopper calls it, and what is chosen without it. */
type Choice = readonly [name: string, change: Chosen, ratings: readonly number[]];

function choicesOf(host: Host): readonly Choice[] {
  const { t, chosen } = host;
  const ratings = starFilter(host);
  const names: Readonly<Record<keyof Chosen, (value: string) => string>> = {
    only_photos: () => t('photos'),
    verified: () => t('verified'),
    with: (pair) => pair.replace(/:\s*/, ': '),
    // Quotation marks differ from language to language.
    q: String,
    languages: (language) => host.nameOf(language),
    mention: (key) => host.nameOf(key),
  };
  return [
    ...ratings.map((rating): Choice => [t('stars', { n: rating }), {}, ratings.filter((other) => other !== rating)]),
    ...Object.entries(chosen).flatMap(([name, value]): Choice[] =>
      value ? [[names[name as keyof Chosen](`${value}`), { [name]: null }, ratings]] : [],
    ),
  ];
}

/** The filters that are on, each with a way to take it back, and a way to take back all. */
export function renderChoices(host: Host): unknown {
  const { t, filtered } = host;
  if (!filtered) return null;
  const root = host.shadowRoot!;
  adopt(root, styles);
  const base = root.querySelector<HTMLElement>('.base')!;
  base.style.setProperty('--behind', colourBehind(base));
  return html`<div class="row choices" part="choices" role="group" aria-label=${t('filter')}>${choicesOf(host).map(
    ([name, change, ratings]) => {
      const drop = () => {
        host.choose(change, ratings);
        void settle(host);
      };
      return html`<button class="button chip" aria-label=${t('removeFilter', { name })}
        @click=${drop}><bdi>${name}</bdi>${cross()}</button>`;
    },
  )}<button class="link" @click=${() => clear(host)}>${t('clear')}</button></div>`;
}

/** @param controls renders what the sheet holds */
export function openSheet(host: Host, controls: () => unknown, opener: HTMLElement): void {
  const root = host.shadowRoot!;
  if (root.querySelector('.sheet')) return;
  adopt(root, styles);
  const dialog = document.createElement('dialog');
  dialog.className = 'sheet';
  dialog.setAttribute('part', 'sheet');
  const chosen = () => JSON.stringify([host.chosen, starFilter(host), host.order]);
  const before = chosen();
  const close = () => dialog.close();
  const draw = () => {
    const { t, filtered, shown } = host;
    const total = shown?.total ?? null;
    dialog.ariaLabel = t('filter');
    render(
      html`<header><h2>${t('filter')}</h2><button class="close" aria-label=${t('close')}
          @click=${close}>${cross()}</button></header>
        <div>${controls()}</div>
        <footer>
          <b aria-live="polite">${total === null ? null : t('reviews', { n: total })}</b>
          ${filtered ? html`<button class="link" @click=${() => clear(host)}>${t('clear')}</button>` : null}
          <button class="button primary" @click=${close}>${t('showReviews')}</button>
        </footer>`,
      dialog,
      { host },
    );
  };
  const controller = { hostUpdated: draw };
  dialog.onclick = ({ target }) => target === dialog && close();
  dialog.onclose = () => {
    host.removeController(controller);
    dialog.remove();
    if (chosen() === before) opener.focus({ preventScroll: true });
    else void lead(host);
  };
  draw();
  // Inside `.base`, because the element's styles and theme apply only there.
  root.querySelector('.base')!.append(dialog);
  host.addController(controller);
  // Its chips are one stop of the Tab key.
  host.requestUpdate();
  dialog.showModal();
}

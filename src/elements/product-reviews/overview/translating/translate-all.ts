/**
 * One switch for the translations of all reviews that are shown, also from the start: see
 * docs/decisions/0136-translating-all.md.
 */
import { within } from './ask-translation.ts';
import type { OverviewHost } from '../context.ts';
import type { Foreign, Translations } from './translations.ts';

/** Translations that are asked for at a time where nobody waits for one in particular. */
const AT_A_TIME = 2;
/** A longer wait for the proxy is not spoken of as work, in milliseconds. */
const LONG_MS = 5_000;
/** Maximum time that reviews wait for their translations before they are shown, in milliseconds. */
const BEFORE_MS = 500;
/** How far below the viewport reviews are translated from the start. */
const NEAR: IntersectionObserverInit = { rootMargin: '0px 0px 600px' };

export class TranslateAll {
  isOn = false;
  /** Whether the shopper has asked for it, so that also what is in view may change. */
  isByShopper = false;
  readonly #host: OverviewHost;
  readonly #translations: Translations;
  /** The attribute, as it was seen last. */
  #attribute: boolean | null | undefined;
  #items: readonly Foreign[] = [];
  /** Reviews that are about to be shown. */
  #coming: readonly Foreign[] = [];
  /** Those whose places are observed. */
  #observed: readonly Foreign[] | null = null;
  readonly #near = new Set<number>();
  readonly #places = new IntersectionObserver((entries) => this.#see(entries), NEAR);
  #working = 0;
  /** Whether the proxy asked for time. */
  #isPaused = false;
  /** Whether that takes long. */
  #isRefused = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #settle = () => {};

  constructor(host: OverviewHost, translations: Translations) {
    this.#host = host;
    this.#translations = translations;
  }

  /** Follows what is on show, and the attribute. */
  show(items: readonly Foreign[]): void {
    this.#items = items;
    const { translated } = this.#host;
    if (translated === this.#attribute) return;
    this.#attribute = translated;
    this.#turn(!!translated, false);
  }

  get state(): 'translating' | 'translated' | null {
    if (!this.isByShopper || this.#isRefused) return null;
    if (this.#working || this.#next()) return 'translating';
    return this.#items.some((item) => this.#translations.of(item)?.state) ? 'translated' : null;
  }

  /** Soon after the click of a shopper, which a browser may need for a download. */
  readonly press = (): void => {
    this.#turn(!this.isOn, !this.isOn);
    this.#host.requestUpdate();
    this.#work();
  };

  #turn(isOn: boolean, isByShopper: boolean): void {
    this.isOn = isOn;
    this.isByShopper = isByShopper;
    const { known } = this.#translations;
    for (const [key, now] of known)
      if (now?.texts) known.set(key, { texts: now.texts, state: isOn && isByShopper ? 'translated' : null });
      // A failed translation is tried again.
      else if (isOn && !now?.isComing && now?.state !== 'translating') known.delete(key);
  }

  /** Waits a moment for the translations of reviews that are about to be shown, which then move nothing. */
  async before(items: readonly Foreign[]): Promise<void> {
    this.show(this.#items);
    // The reviews that a server has rendered are on show already.
    if (!this.isOn || (this.#host.isFromServer && !this.#items[0])) return;
    this.#coming = items;
    await within(
      BEFORE_MS,
      () =>
        new Promise<void>((resolve) => {
          this.#settle = resolve;
          this.#work();
        }),
    );
    this.#coming = [];
    // The list is about to change as a whole.
    for (const item of items) this.#release(item);
  }

  /** After each update of the element. */
  updated(): void {
    const wanted = this.isOn && !this.isByShopper ? this.#items : null;
    if (this.#observed !== wanted) {
      this.#observed = wanted;
      this.#places.disconnect();
      this.#near.clear();
      if (wanted) for (const article of this.#articles()) this.#places.observe(article);
    }
    this.#work();
  }

  #articles(): Element[] {
    return [...this.#host.shadowRoot!.querySelectorAll('.review')];
  }

  #see(entries: readonly IntersectionObserverEntry[]): void {
    const articles = this.#articles();
    for (const { target, isIntersecting } of entries) {
      const item = this.#items[articles.indexOf(target)];
      if (!item) continue;
      this.#near[isIntersecting ? 'add' : 'delete'](item.id);
      if (this.#isOutOfSight(item)) this.#release(item);
    }
    this.#work();
  }

  /** Whether a review may become longer or shorter and nobody sees anything move: as in `page/room.ts`. */
  #isOutOfSight({ id }: Foreign): boolean {
    const article = this.#articles()[this.#items.findIndex((item) => item.id === id)];
    return !article || article.getBoundingClientRect().top >= innerHeight;
  }

  #release(item: Foreign): void {
    const now = this.#translations.of(item);
    if (this.isOn && now?.isPutOff)
      this.#translations.note(this.#translations.keyOf(item), { texts: now.texts!, state: 'translated' });
  }

  #next(): Foreign | undefined {
    if (!this.isOn || !this.#host.isConnected) return undefined;
    const shown = this.isByShopper ? this.#items : this.#items.filter(({ id }) => this.#near.has(id));
    return [...shown, ...this.#coming].find(
      (item) => this.#translations.isOffered(item) && this.#translations.of(item) === undefined,
    );
  }

  /** Asks for what comes next, unless enough is asked for. */
  #work(): void {
    for (;;) {
      const next = this.#next();
      if (this.#isPaused || (!next && !this.#working)) this.#settle();
      if (!next || this.#isPaused || this.#working >= AT_A_TIME) return;
      void this.#translate(next);
    }
  }

  #pause(ms: number): void {
    this.#isPaused = true;
    this.#isRefused = ms > LONG_MS;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => {
      this.#isPaused = this.#isRefused = false;
      this.#host.requestUpdate();
      this.#work();
    }, ms);
  }

  async #translate(item: Foreign): Promise<void> {
    const translations = this.#translations;
    const key = translations.keyOf(item);
    translations.note(key, { state: null, isComing: true });
    this.#working++;
    const retryAfter = await translations.make(item);
    const { texts, isOwn } = translations.known.get(key) ?? {};
    if (texts && !isOwn && this.isOn) {
      const isShown = this.isByShopper || this.#isOutOfSight(item);
      translations.note(key, { texts, state: isShown ? 'translated' : null, isPutOff: !isShown });
    }
    // A failed translation is tried again.
    if (retryAfter && !isOwn) translations.known.delete(key);
    // Not all shoppers at once.
    if (retryAfter) this.#pause((retryAfter + Math.random()) * 1000);
    this.#working--;
    this.#host.requestUpdate();
    this.#work();
  }
}

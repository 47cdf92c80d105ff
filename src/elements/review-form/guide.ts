/**
 * Helps to fill in the review form: a word for each star, prompts, and, where the form is narrow, one question at a
 * time.
 */
import type { ReactiveController } from 'lit';
import { create } from '../../dialogs/create.ts';
import type { Key } from '../../locales/catalogue.ts';
import { everywhere } from '../../page/roots.ts';
import { adopt } from '../../styles/adopt.ts';
import type { Fields } from './fields.ts';
import { guideStyles } from './guide-styles.ts';
import { missingIn } from './submission.ts';

/** The prompt of a field, by the name or id of its first control. */
const prompts: Readonly<Record<string, Key>> = {
  rating: 'howMany',
  content: 'tellFriend',
  title: 'inOneLine',
  photos: 'showIt',
  first_name: 'whoWrites',
};

/** Each question that the form asks, where it asks for one thing at a time. */
const QUESTIONS = ':is(form, form > .pair) > .field';
const CONTROLS = 'input:not(.sr), select, textarea';

/** The questions of one form, and the one that it asks. */
export class Guide implements ReactiveController {
  readonly #host: Fields;
  readonly #form: HTMLFormElement;
  readonly #ended = new AbortController();
  /** Where in the form this is; shown below the question. It and the prompt describe the control that has the focus. */
  readonly #said = create('span', { className: 'sr' });
  readonly #shown = create('small', { ariaHidden: 'true' });
  readonly #prompt = create('span', {});
  readonly #head = create('p', { className: 'guide', id: 'guide' }, this.#said, this.#prompt);
  readonly #drop = create('span', {});
  readonly #bar = create('progress', { ariaHidden: 'true' });
  readonly #back: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  readonly #foot: HTMLElement;
  #now = 0;

  constructor(host: Fields, form: HTMLFormElement) {
    this.#host = host;
    this.#form = form;
    adopt(form.getRootNode() as ShadowRoot, guideStyles);
    const button = (className: string, onclick: () => void, text: string) =>
      create('button', { type: 'button', className: `button ${className}`, onclick }, text);
    this.#back = button('back', () => this.#go(this.#now - 1), host.t('lastStep'));
    this.#next = button('primary next', () => this.next(), host.t('nextStep'));
    this.#foot = create(
      'div',
      { className: 'guide steps' },
      create('div', { className: 'row' }, this.#back, this.#next),
      this.#bar,
      this.#shown,
    );
    form.firstElementChild!.after(this.#head);
    form.append(this.#foot);
    // How photos come in besides the button, for those who have a pointer that can.
    if (matchMedia('(hover: hover)').matches) form.querySelector('#hint-photos')!.append(this.#drop);
    this.#drop.textContent = host.t('dropPhotos');
    this.#nameStars();
    // Where it asks for one thing at a time, the prompt stands above already.
    this.#hint('content', this.#isNarrow ? host.t('tellMore') : `${host.t('tellFriend')} ${host.t('tellMore')}`);
    this.#hint('title', host.t('inOneLine'));
    this.#turn(this.#questions.findIndex((question) => question.classList.contains('now')));
    this.#followLink();
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('hashchange', this.#followLink);
  }

  hostDisconnected(): void {
    removeEventListener('hashchange', this.#followLink);
  }

  /** Takes back what the guide added. */
  end(): void {
    this.#ended.abort();
    this.#host.removeController(this);
    this.hostDisconnected();
    for (const node of [this.#head, this.#foot, this.#drop]) node.remove();
  }

  /** The text comes before its headline: people know the one once they have written the other. */
  get #questions(): readonly HTMLElement[] {
    const all = [...this.#form.querySelectorAll<HTMLElement>(QUESTIONS)];
    const [title, content] = ['title', 'content'].map((name) => all.findIndex((one) => one.querySelector(`#${name}`)));
    [all[title!], all[content!]] = [all[content!]!, all[title!]!];
    return all;
  }

  /** Whether the form asks for one thing at a time. */
  get #isNarrow(): boolean {
    return this.#form.isConnected && this.#foot.checkVisibility();
  }

  /** Shows a question, without moving there. */
  #turn(to: number): void {
    const questions = this.#questions;
    this.#now = to;
    questions.forEach((question, index) => question.classList.toggle('now', index === to));
    const control = questions[to]!.querySelector<HTMLInputElement>(CONTROLS)!;
    const prompt = prompts[control.name || control.id];
    const place = this.#host.t('stepOf', { n: to + 1, total: questions.length });
    this.#said.textContent = `${place} `;
    this.#shown.textContent = place;
    // The first question is there before the guide is, and does not move.
    this.#head.classList.toggle('sr', !to);
    this.#prompt.textContent = prompt ? this.#host.t(prompt) : '';
    Object.assign(this.#bar, { value: to + 1, max: questions.length });
    this.#back.hidden = !to;
    this.#next.hidden = to === questions.length - 1;
  }

  /** Screen readers say with a control what the guide asks: told by itself, it would be talked over. */
  #describe(question: HTMLElement, on: boolean): void {
    for (const control of question.querySelectorAll(CONTROLS)) {
      const ids = (control.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id && id !== 'guide');
      control.setAttribute('aria-describedby', [...(on ? ['guide'] : []), ...ids].join(' '));
    }
  }

  #go(to: number): void {
    this.#describe(this.#questions[this.#now]!, false);
    this.#turn(to);
    const question = this.#questions[to]!;
    const control =
      question.querySelector<HTMLElement>(':checked:not(option)') ?? question.querySelector<HTMLElement>(CONTROLS)!;
    this.#describe(question, true);
    control.focus({ preventScroll: true });
    // The question and what leads on from it stay in view together, where there is room.
    void this.#host.reveal(this.#form, 'nearest');
  }

  /** Goes on to the next question, if there is one and this one is answered. @returns whether the form asks on */
  next(): boolean {
    const questions = this.#questions;
    if (!this.#isNarrow || this.#now === questions.length - 1) return false;
    const question = questions[this.#now]!;
    const missing = [...missingIn(this.#form)].filter(
      ([name]) => question.querySelector(`[name="${CSS.escape(name)}"]`) !== null,
    );
    if (missing[0]) void this.#host.show(new Map(missing));
    else this.#go(this.#now + 1);
    return true;
  }

  /** Shows the question of a field. */
  reveal(field: Element): void {
    this.#turn(this.#questions.findIndex((question) => question.contains(field)));
  }

  // ---- stars and hints ----------------------------------------------------------------------------------------------

  get #stars(): readonly HTMLInputElement[] {
    return [...this.#form.querySelectorAll<HTMLInputElement>('[name=rating]')];
  }

  #nameStars(): void {
    const { signal } = this.#ended;
    const word = this.#form.querySelector('.word')!;
    const words = (['star1', 'star2', 'star3', 'star4', 'star5'] as const).map((key) => this.#host.t(key));
    this.#stars.forEach((star, index) => {
      star.ariaLabel = `${this.#host.t('stars', { n: index + 1 })} – ${words[index]}`;
    });
    const tell = (star: number) => (word.textContent = words[star] ?? '');
    const chosen = () => tell(this.#stars.findIndex(({ checked }) => checked));
    const rate = word.parentElement!;
    rate.addEventListener('input', chosen, { signal });
    rate.addEventListener('pointerover', ({ target }) => tell(this.#stars.indexOf(target as HTMLInputElement)), {
      signal,
    });
    rate.addEventListener('pointerleave', chosen, { signal });
    chosen();
  }

  #hint(field: string, text: string): void {
    this.#form.querySelector<HTMLInputElement>(`#${field}`)!.placeholder = text;
  }

  // ---- the link in a mail -------------------------------------------------------------------------------------------

  /** `#plaudit-rate=4` in the page's address chooses the stars, and goes on from there. */
  readonly #followLink = (): void => {
    const host = this.#host;
    const [, rating] = /^#plaudit-rate=([1-5])$/.exec(location.hash) ?? [];
    // A page may have several forms; the link means the first.
    if (!rating || everywhere('plaudit-review-form')[0] !== host) return;
    const star = this.#stars[Number(rating) - 1]!;
    star.checked = true;
    star.dispatchEvent(new Event('input', { bubbles: true }));
    // Once is enough: after a reload, what the shopper has changed since counts.
    history.replaceState(history.state, '', location.pathname + location.search);
    this.#turn(0);
    void host.reveal(host);
    if (!this.next()) this.#form.querySelector<HTMLElement>('#title')!.focus({ preventScroll: true });
  };
}

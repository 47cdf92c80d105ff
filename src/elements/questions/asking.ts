/**
 * The dialog for asking a question about a product, and for answering one. While a shopper types, it shows what is
 * answered already. Loaded when it is first opened.
 */
import type { ProductQuestion } from '../../../contract/entities/entities.ts';
import { LONGEST_ANSWER, LONGEST_NAME, LONGEST_QUESTION } from '../../../contract/endpoints/limits.ts';
import { create } from '../../dialogs/create.ts';
import type { PlauditElement } from '../../element/element.ts';
import english from '../../locales/en/asking.json' with { type: 'json' };
import { addEnglish } from '../../locales/i18n.ts';
import { randomId } from '../../source/random-id.ts';
import { adopt } from '../../styles/adopt.ts';
import { authorOf } from '../../templates/author.ts';
import { askingStyles } from './asking-styles.ts';

addEnglish(english);

/** The question that is answered. */
type Asked = Pick<ProductQuestion, 'id' | 'content'>;

/** Pause in typing, in milliseconds, after which suggestions are asked for. */
const TYPING_MS = 500;
/** Fewer characters say nothing about what a question is about. */
const FEWEST_CHARACTERS = 4;
const MOST_SUGGESTIONS = 3;
/** Longer texts are cut in suggestions; in UTF-16 code units. */
const EXCERPT = 220;

const excerpt = (text: string): string => (text.length > EXCERPT ? `${text.slice(0, EXCERPT).trimEnd()}…` : text);

/** The words to search for: the longest of a question, since short ones are everywhere. */
const termsOf = (question: string): string =>
  (question.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .filter((word) => word.length >= FEWEST_CHARACTERS)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, 2)
    .join(' ');

/** Answers and reviews that speak of what is being asked. */
async function findSuggestions(host: PlauditElement, sku: string, question: string): Promise<HTMLElement[]> {
  const q = termsOf(question);
  if (!q) return [];
  const query = { sku, q, count: MOST_SUGGESTIONS };
  const [questions, reviews] = await Promise.all([
    host.source.ask('listProductQuestions', query).then(
      ({ questions }) => questions,
      () => [],
    ),
    host.source.ask('listProductReviews', query).then(
      ({ product_reviews }) => product_reviews,
      () => [],
    ),
  ]);
  const item = (heading: string, text: string, by: string) =>
    create(
      'li',
      {},
      create('b', { dir: 'auto' }, heading),
      create('p', { dir: 'auto' }, excerpt(text)),
      create('small', {}, by),
    );
  return [
    ...questions.flatMap(({ content, answers }) =>
      answers[0]
        ? [item(content, answers[0].content, host.t('answeredBy', { name: authorOf(answers[0].author, host) }))]
        : [],
    ),
    ...reviews.map(({ title, content, user }) =>
      item(title, content, host.t('fromReview', { name: authorOf(user, host) })),
    ),
  ].slice(0, MOST_SUGGESTIONS);
}

/** The dialog, and what of it changes. */
interface Asking {
  readonly host: PlauditElement;
  readonly sku: string;
  /** The question to answer; null where one is asked. */
  readonly question: Asked | null;
  readonly dialog: HTMLDialogElement;
  readonly form: HTMLFormElement;
  readonly text: HTMLTextAreaElement;
  readonly name: HTMLInputElement;
  readonly trap: HTMLInputElement;
  readonly wrong: HTMLElement;
  readonly suggestions: HTMLElement;
  readonly submit: HTMLButtonElement;
  readonly cancel: HTMLButtonElement;
}

function build(host: PlauditElement, sku: string, question: Asked | null): Asking {
  const title = host.t(question ? 'answerTitle' : 'askTitle');
  const maxLength = question ? LONGEST_ANSWER : LONGEST_QUESTION;
  const text = create('textarea', { rows: 4, maxLength, dir: 'auto', ariaRequired: 'true' });
  const name = create('input', { type: 'text', maxLength: LONGEST_NAME, autocomplete: 'given-name', dir: 'auto' });
  // Invisible to shoppers: only a robot fills it in.
  const hidden = {
    name: 'homepage',
    tabIndex: -1,
    autocomplete: 'off',
    ariaHidden: 'true',
    className: 'trap',
  } as const;
  const trap = create('input', hidden);
  const wrong = create('p', { className: 'wrong', role: 'alert' });
  const suggestions = create('div', { className: 'found', hidden: true, ariaLive: 'polite' });
  const submit = create('button', { className: 'button primary' }, host.t(question ? 'answerSend' : 'askSend'));
  const cancel = create('button', { type: 'button' as const, className: 'button' }, host.t('cancelAsking'));
  const form = create(
    'form',
    { noValidate: true },
    create('h2', {}, title),
    ...(question ? [create('p', { dir: 'auto', className: 'asked' }, question.content)] : []),
    create('label', {}, host.t(question ? 'yourAnswer' : 'yourQuestion'), text),
    suggestions,
    create('label', {}, host.t('yourName'), name),
    trap,
    wrong,
    create('div', { className: 'row' }, submit, cancel),
  );
  const dialog = create('dialog', { className: 'asking', ariaLabel: title }, form);
  dialog.setAttribute('part', 'asking');
  cancel.onclick = () => dialog.close();
  return { host, sku, question, dialog, form, text, name, trap, wrong, suggestions, submit, cancel };
}

/** Shows what is answered already while one types. @returns a function that stops it */
function suggestWhileTyping({ host, sku, text, suggestions }: Asking): () => void {
  let typing: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  const suggest = async () => {
    const asked = ++latest;
    const items = await findSuggestions(host, sku, text.value);
    if (asked !== latest) return;
    suggestions.replaceChildren(create('h3', {}, host.t('already')), create('ul', {}, ...items));
    suggestions.hidden = !items[0];
  };
  text.oninput = () => {
    clearTimeout(typing);
    typing = setTimeout(() => void suggest(), TYPING_MS);
  };
  return () => clearTimeout(typing);
}

const readTyped = ({ text, name, trap }: Asking, begun: number) => {
  const first_name = name.value.trim();
  return {
    content: text.value.trim(),
    ...(first_name && { first_name }),
    homepage: trap.value,
    elapsed: `${Math.round(performance.now() - begun)}`,
  };
};

function sendWhenSubmitted(asking: Asking): void {
  const { host, sku, question, form, text, wrong, submit, cancel } = asking;
  const begun = performance.now();
  // The same text sent again is the same write; a changed one is another.
  let sent: readonly [described: string, key: string] | undefined;

  async function send(): Promise<void> {
    const typed = readTyped(asking, begun);
    const described = JSON.stringify([typed.content, typed.first_name]);
    if (sent?.[0] !== described) sent = [described, randomId()];
    await (question
      ? host.source.send('answerProductQuestion', { question_id: `${question.id}`, ...typed }, sent[1])
      : host.source.send('addProductQuestion', { sku, ...typed }, sent[1]));
    // The focus says it: a message beside it would be talked over.
    const thanks = create('h2', { tabIndex: -1 }, host.t(question ? 'answerSent' : 'askSent'));
    cancel.textContent = host.t('closeAsking');
    form.replaceChildren(thanks, create('div', { className: 'row' }, cancel));
    thanks.focus();
    host.loads.forEach((load) => load.reload());
  }

  form.onsubmit = async (event) => {
    event.preventDefault();
    if (submit.ariaDisabled === 'true') return;
    wrong.textContent = '';
    if (!text.value.trim()) {
      text.focus();
      // The focus would talk over what is said before it.
      wrong.textContent = host.t(question ? 'answerNeed' : 'askNeed');
      return;
    }
    submit.ariaDisabled = 'true';
    try {
      await send();
    } catch {
      wrong.textContent = host.t('notSent');
    }
    submit.ariaDisabled = 'false';
  };
}

/** @param question the question to answer; null to ask one */
export function openAsking(host: PlauditElement, sku: string, question: Asked | null, opener: HTMLElement): void {
  const root = host.shadowRoot!;
  if (!host.isConnected) return;
  adopt(root, askingStyles);
  const asking = build(host, sku, question);
  const stop = question ? undefined : suggestWhileTyping(asking);
  sendWhenSubmitted(asking);
  const { dialog, text } = asking;
  dialog.onclose = () => {
    stop?.();
    dialog.remove();
    // The first question takes the place of the button that asked it.
    const place = opener.isConnected ? opener : root.querySelector<HTMLElement>('.bar button');
    place?.focus();
  };
  // Inside `.base`, because the element's styles and theme apply only there.
  root.querySelector('.base')!.append(dialog);
  dialog.showModal();
  text.focus();
}

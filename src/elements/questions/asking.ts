/**
 * The dialog for asking a question about a product, and for answering one. While a shopper types, it shows what is
 * answered already. Loaded when it is first opened.
 */
import type { ProductQuestion } from '../../../contract/entities/entities.ts';
import { LONGEST_ANSWER, LONGEST_NAME, LONGEST_QUESTION } from '../../../contract/endpoints/limits.ts';
import { create } from '../../dialogs/create.ts';
import { createForm, labelled, openForm, whenSubmitted } from '../../dialogs/form-dialog.ts';
import type { PlauditElement } from '../../element/element.ts';
import english from '../../locales/en/asking.json' with { type: 'json' };
import { addEnglish } from '../../locales/i18n.ts';
import { cssText as css } from '../../styles/css-text.ts';
import { authorOf } from '../../templates/author.ts';

addEnglish(english);

const styles = css`
  .asking input.trap {
    position: absolute;
    inset-inline-start: -100vw;
    width: 1px;
  }
  .asking .asked {
    padding-inline-start: 1em;
    border-inline-start: 2px solid var(--line);
  }
  .asking .found {
    padding: 1em;
    border-radius: var(--radius);
    background: var(--fill);
  }
  .asking .found ul {
    display: grid;
    gap: 0.75em;
    padding-top: 0.5em;
    font-size: 0.9375em;
  }
`;

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

/** Shows what is answered already while one types. @returns a function that stops it */
function suggestWhileTyping(
  host: PlauditElement,
  sku: string,
  text: HTMLTextAreaElement,
  suggestions: HTMLElement,
): () => void {
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

/** Invisible to shoppers: only a robot fills it in. */
const trapOf = (): HTMLInputElement =>
  create('input', {
    name: 'homepage',
    tabIndex: -1,
    autocomplete: 'off',
    ariaHidden: 'true',
    className: 'trap',
  });

/** @param question the question to answer; null to ask one */
export function openAsking(host: PlauditElement, sku: string, question: Asked | null, opener: HTMLElement): void {
  if (!host.isConnected) return;
  const root = host.shadowRoot!;
  const { t } = host;
  const maxLength = question ? LONGEST_ANSWER : LONGEST_QUESTION;
  const text = create('textarea', { rows: 4, maxLength, dir: 'auto', ariaRequired: 'true' });
  const name = create('input', { type: 'text', maxLength: LONGEST_NAME, autocomplete: 'given-name', dir: 'auto' });
  const trap = trapOf();
  const suggestions = create('div', { className: 'found', hidden: true, ariaLive: 'polite' });
  const asking = createForm(
    'asking',
    {
      title: t(question ? 'answerTitle' : 'askTitle'),
      send: t(question ? 'answerSend' : 'askSend'),
      cancel: t('cancelAsking'),
    },
    ...(question ? [create('p', { dir: 'auto', className: 'asked' }, question.content)] : []),
    labelled(t(question ? 'yourAnswer' : 'yourQuestion'), text),
    suggestions,
    labelled(t('yourName'), name),
    trap,
  );
  const stop = question ? undefined : suggestWhileTyping(host, sku, text, suggestions);
  const missing = () => {
    if (text.value.trim()) return '';
    text.focus();
    return t(question ? 'answerNeed' : 'askNeed');
  };
  const begun = performance.now();
  const send = async (keyFor: (described: string) => string): Promise<void> => {
    const [content, first_name] = [text.value.trim(), name.value.trim()];
    const elapsed = `${Math.round(performance.now() - begun)}`;
    const typed = { content, ...(first_name && { first_name }), homepage: trap.value, elapsed };
    const key = keyFor(JSON.stringify([content, first_name]));
    await (question
      ? host.source.send('answerProductQuestion', { question_id: `${question.id}`, ...typed }, key)
      : host.source.send('addProductQuestion', { sku, ...typed }, key));
    // The focus says it: a message beside it would be talked over.
    const thanks = create('h2', { tabIndex: -1 }, t(question ? 'answerSent' : 'askSent'));
    asking.cancel.textContent = t('closeAsking');
    asking.form.replaceChildren(thanks, create('div', { className: 'row' }, asking.cancel));
    thanks.focus();
    host.loads.forEach((load) => load.reload());
  };
  whenSubmitted(asking, missing, send, t('notSent'));
  openForm(root, asking, styles, () => {
    stop?.();
    // The first question takes the place of the button that asked it.
    const place = opener.isConnected ? opener : root.querySelector<HTMLElement>('.bar button');
    place?.focus();
  });
  text.focus();
}

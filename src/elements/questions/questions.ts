import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { ByBusiness } from '../../../contract/entities/digest.ts';
import type { Answer, ProductAnswer, ProductQuestion } from '../../../contract/entities/entities.ts';
import type { AnswerOf } from '../../../contract/shopper/shopper.ts';
import type { LoadKey } from '../../controllers/load.ts';
import { define } from '../../element/define.ts';
import { PlauditElement } from '../../element/element.ts';
import { ListElement, type Page } from '../../element/list.ts';
import questions from '../../locales/en/questions.json' with { type: 'json' };
import { addEnglish } from '../../locales/i18n.ts';
import { patiently } from '../../page/patiently.ts';
import { content } from '../../styles/content.ts';
import { css } from '../../styles/css.ts';
import { icon } from '../../styles/icons.ts';
import { reviews } from '../../styles/reviews.ts';
import { talk } from '../../styles/talk.ts';
import { authorOf, byline, day } from '../../templates/author.ts';
import { renderEmpty } from '../../templates/empty.ts';
import { renderText } from '../../templates/text.ts';

addEnglish(questions);

const speech = () => icon('M21 12a8 8 0 0 1-8 8H4l2-3.5A8 8 0 1 1 21 12');

const loadAsking = patiently(() => import('./asking.ts'));

type Asked = AnswerOf<'listQuestions' | 'listProductQuestions'>['questions'][number];
type Given = (Answer | ProductAnswer) & ByBusiness;

const votesOf = (answer: Given): number =>
  'num_positive_votes' in answer ? answer.num_positive_votes : answer.num_votes;

/**
 * Questions and answers about a product or, without `sku`, about the business.
 *
 * @element plaudit-questions
 * @slot - Shown until the questions are ready, when they fail to load, and when JavaScript is off.
 * @slot empty - Replaces the message that there are no questions.
 * @fires {CustomEvent} plaudit-ready - The questions are displayed; `detail.total` is the number of questions.
 * @fires {CustomEvent} plaudit-error - Loading failed; `detail`: `code`, `status`, `reason`, `retryAfter` (seconds).
 * @csspart base - The whole element.
 * @csspart list - The questions, each of them a part `question`.
 * @csspart question - One question with its answers.
 * @csspart title - The question.
 * @csspart answer - One answer.
 * @csspart author - The name of the person who answered.
 * @csspart shop - Said of an answer of the shop itself.
 * @csspart content - The text of an answer.
 * @csspart foot - The number of questions that are shown, and the button for more.
 * @csspart empty - The message when there are no questions.
 * @csspart failure - The message when loading fails.
 * @csspart link - What looks like a link: the button to answer a question.
 * @csspart button - Buttons.
 * @csspart asking - The dialog for asking and answering.
 * @cssprop [--plaudit-accent=#23201d] - Focus rings.
 * @cssprop [--plaudit-radius=0.5em] - Corner radius.
 */
export class Questions extends ListElement<Asked> {
  static override styles = [
    ...PlauditElement.styles,
    content,
    reviews,
    talk,
    css`
      .question {
        grid-template-columns: minmax(0, 48em);
        gap: 1em;
      }
      .answer {
        margin: 0;
        padding: 0;
        padding-inline-start: 1em;
        border-inline-start: 2px solid var(--line);
        border-radius: 0;
        background: none;
      }
      .answer + .answer,
      summary + ul {
        margin-top: 1em;
      }
    `,
  ];

  static override properties: PropertyDeclarations = { sku: {} };

  /** SKU of the product; without it, the questions are about the business. */
  declare sku: string | null;

  /** Whether the service takes questions and answers of shoppers. */
  #canAsk: true | undefined;

  protected key(): LoadKey {
    return [this.sku ?? ''];
  }

  protected idOf({ id }: Asked): number {
    return id;
  }

  protected async page(start: number, signal: AbortSignal): Promise<Page<Asked>> {
    const { source, sku } = this;
    const query = { count: this.count, start: start || null };
    if (!sku) {
      const { questions: items, total } = await source.ask('listQuestions', query, signal);
      return { items, total };
    }
    const { questions: items, total, can_ask } = await source.ask('listProductQuestions', { sku, ...query }, signal);
    this.#canAsk = can_ask;
    return { items, total };
  }

  /** @param question the question to answer; without it, one is asked */
  #askButton(
    word: 'ask' | 'answer',
    question: Pick<ProductQuestion, 'id' | 'content'> | null = null,
  ): TemplateResult | null {
    const open = ({ currentTarget }: Event) =>
      loadAsking().then(({ openAsking }) => openAsking(this, this.sku!, question, currentTarget as HTMLElement));
    const kind = question ? 'link' : 'button';
    return this.sku && this.#canAsk
      ? html`<button class=${kind} part=${kind} aria-haspopup="dialog"
          @click=${open}>${this.t(word)}</button>`
      : null;
  }

  // ---- rendering ----------------------------------------------------------------------------------------------------

  #byline({ author, createdRFC: date, by_business: isShop }: Given, votes: TemplateResult | null): TemplateResult {
    const beneath = html`${isShop && html`<span part="shop">${this.t('byShop')}</span> · `}${date && day(this, date)}`;
    return byline(authorOf(author, this), html`<div class="muted">${beneath} ${votes}</div>`);
  }

  #answer(answer: Given): TemplateResult {
    const helpful = votesOf(answer);
    return html`<li class="comment answer" part="answer">
      ${this.#byline(answer, helpful > 0 ? html`· ${this.t('votes', { n: helpful })}` : null)}
      ${renderText(this, answer, answer.content)}
    </li>`;
  }

  #question(question: Asked): TemplateResult {
    const { t } = this;
    const { content: text, author, createdRFC, sum_votes: votes, answers } = question;
    // The most helpful answer is visible; the others are folded.
    const [best, ...others] = [...answers].sort((one, other) => votesOf(other) - votesOf(one));
    return html`<article part="question" class="review question" tabindex="-1" aria-label=${text}>
      <div>
        <h3 part="title" dir="auto">${text}</h3>
        <p class="row facts muted">
          <bdi>${t('asked', { name: authorOf(author, this) })}</bdi><span>· ${day(this, createdRFC)}</span>
          ${votes > 0 ? html`<span>· ${t('votes', { n: votes })}</span>` : null}
        </p>
      </div>
      ${best ? html`<ul>${this.#answer(best)}</ul>` : html`<p class="muted">${t('noAnswer')}</p>`}
      ${
        others[0]
          ? html`<details>
              <summary>${t('answers', { n: others.length })}</summary>
              <ul>${others.map((answer) => this.#answer(answer))}</ul>
            </details>`
          : null
      }
      ${this.#askButton('answer', question)}
    </article>`;
  }

  protected override renderContent(): unknown {
    return this.renderLoad(this.load, (data) =>
      data.items[0]
        ? html`<div class="row bar">
            <h2>${this.t('questions', { n: data.total ?? data.items.length })}</h2>${this.#askButton('ask')}
          </div>
          ${this.renderItems(data.items.map((question) => this.#question(question)))}
          ${this.renderFoot(data, '', 'shownQuestions', 'moreQuestions')}`
        : renderEmpty(this.t('noQuestions'), this.#askButton('ask'), speech()),
    );
  }
}

define('plaudit-questions', Questions);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-questions': Questions;
  }
}

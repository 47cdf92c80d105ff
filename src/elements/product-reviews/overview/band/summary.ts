import { html } from 'lit';
import type { Summary, SummarySentence } from '../../../../../contract/entities/digest.ts';
import { linkTo, openFrom } from '../address/address.ts';
import { ownOf } from '../languages.ts';
import type { Context } from '../context.ts';

/** The sentences that rest on reviews; others are not shown, whatever an answer has. */
const foundedOf = (summary: Summary | undefined): readonly SummarySentence[] =>
  summary?.sentences?.filter((sentence) => sentence?.text && sentence.review_ids?.[0]) ?? [];

/**
 * A language model's summary of the reviews, in the language of the shopper or the one that most is said in. Numbers
 * after each sentence lead to the reviews that it rests on; a review has the same number throughout.
 */
export function renderSummary(context: Context): unknown {
  const {
    digest: { summaries },
    host,
  } = context;
  const own = ownOf(context);
  const founded = summaries?.filter((one) => foundedOf(one)[0]);
  const summary = founded?.find(({ language }) => language === own) ?? founded?.[0];
  if (!summary) return null;
  const { language, reviews } = summary;
  const sentences = foundedOf(summary);
  const cited = [...new Set(sentences.flatMap(({ review_ids }) => review_ids))];
  const cite = (id: number, n: number) => html`<a class="link" part="citation" rel="nofollow" href=${linkTo(host, id)}
        @click=${openFrom(context, id)}
      aria-label=${host.t('reviewNumber', { n })}>${host.number(n)}</a>`;
  // Spaces at the edges of templates do not survive the build.
  const sentence = ({ text, review_ids }: SummarySentence) => [
    html`<span lang=${language}>${text}</span>`,
    cited.map((id, index) => (review_ids.includes(id) ? [' ', cite(id, index + 1)] : null)),
    ' ',
  ];
  const said = sentences.map(sentence);
  // Text in the language of the page may begin with a name in another script, so it has the direction of the page.
  return html`<div class="summary" part="summary">
    <h3>${host.t('inShort')}</h3>
    ${language === own ? html`<p>${said}</p>` : html`<p dir="auto">${said}</p>`}
    <p class="muted">${host.t('byModel', { n: reviews })} ${host.t('numbersLead')}</p>
  </div>`;
}

import { html, type Markup } from '../html.ts';
import type { Page } from './layout.ts';
import { detailAspects, maxLength, type FieldName, type Mistakes, type Typed } from './write-form.ts';
import type { Wording } from './wording.ts';

export interface WritePage {
  readonly business: string;
  /** True where new reviews wait for a look. */
  readonly held: boolean;
  readonly typed: Typed;
  readonly mistakes: Mistakes;
}

export function writePage({ business, held, typed, mistakes }: WritePage, wording: Wording): Page {
  const words = wording.write;
  const wrong = Object.entries(mistakes) as [FieldName, string][];
  const title = words.title(business);
  return {
    language: wording.language,
    title: wrong.length > 0 ? `${wording.errors.heading}: ${title}` : title,
    content: html`
<h1>${words.heading(business)}</h1>
<p class="soft">${words.intro}</p>
${wrong.length > 0 && html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>${wording.errors.heading}</h2>
<ul>${wrong.map(([name, text]) => html`<li><a href="#${name === 'rating' ? 'rating-1' : name}">${text}</a></li>`)}</ul>
</div>`}
<form method="post" novalidate>
<input type="hidden" name="form" value="${typed.formId}">
${starField({ name: 'rating', label: words.rating, chosen: typed.rating, mistake: mistakes.rating }, wording)}
<details ${detailAspects.some((aspect) => typed.details[aspect] !== '') && html`open`}>
<summary>${words.details} <span class="soft">(${words.optional})</span></summary>
<div class="aspects">
${detailAspects.map((aspect) => starField({ name: aspect, label: words.aspects[aspect], chosen: typed.details[aspect], optional: true }, wording))}
</div>
</details>
${textField({ name: 'title', label: words.reviewTitle, hint: words.reviewTitleHint, typed, mistakes })}
${textField({ name: 'content', label: words.content, hint: words.contentHint, typed, mistakes })}
${textField({ name: 'name', label: words.name, hint: words.nameHint, typed, mistakes, autocomplete: 'name' })}
${textField({ name: 'email', label: words.email, hint: words.emailHint, typed, mistakes, autocomplete: 'email' })}
<div class="${mistakes.trap ? '' : 'trap'}"><label class="label" for="trap">${words.trap}</label>
<input type="text" id="trap" name="website" value="${typed.trap}" tabindex="-1" autocomplete="off"></div>
<div><button>${held ? words.sendHeld : words.send}</button></div>
<p class="hint">${held ? words.fineHeld : words.fine}</p>
</form>`,
  };
}

interface StarField {
  readonly name: string;
  readonly label: string;
  readonly chosen: string;
  readonly mistake?: string | undefined;
  readonly optional?: boolean;
}

/** Native radios: they work with keyboard, touch and screen reader as everywhere else. */
function starField({ name, label, chosen, mistake, optional = false }: StarField, { write: words }: Wording): Markup {
  const stars = words.ratingWords.map((word, index) => ({ value: String(index + 1), text: `${words.stars(index + 1)}: ${word}` }));
  return html`<fieldset ${optional && html`class="small"`} ${mistake !== undefined && html`aria-describedby="${name}-wrong"`}>
<legend>${label}</legend>
${mistake !== undefined && html`<span class="wrong" id="${name}-wrong">${mistake}</span>`}
<div class="stars">${optional && html`<label class="none"><input type="radio" name="${name}" value="" ${chosen === '' && html`checked`}>${words.notRated}</label>`}${stars.map(
    ({ value, text }) => html`<label><input type="radio" id="${name}-${value}" name="${name}" value="${value}" ${chosen === value && html`checked`} ${!optional && html`required`}><span aria-hidden="true">★</span><span class="word">${text}</span></label>`,
  )}</div>
</fieldset>`;
}

interface TextField {
  readonly name: 'title' | 'content' | 'name' | 'email';
  readonly label: string;
  readonly hint: string;
  readonly typed: Typed;
  readonly mistakes: Mistakes;
  readonly autocomplete?: string;
}

function textField({ name, label, hint, typed, mistakes, autocomplete = 'off' }: TextField): Markup {
  const mistake = mistakes[name];
  const described = mistake === undefined ? `${name}-hint` : `${name}-wrong ${name}-hint`;
  const attributes = html`id="${name}" name="${name}" required maxlength="${maxLength[name]}" aria-describedby="${described}" autocomplete="${autocomplete}" ${mistake !== undefined && html`aria-invalid="true"`}`;
  return html`<div>
<label class="label" for="${name}">${label}</label>
<span class="hint" id="${name}-hint">${hint}</span>
${mistake !== undefined && html`<span class="wrong" id="${name}-wrong">${mistake}</span>`}
${name === 'content' ? html`<textarea ${attributes}>
${typed.content}</textarea>` : html`<input type="${name === 'email' ? 'email' : 'text'}" ${attributes} value="${typed[name]}">`}
</div>`;
}

export function thanksPage({ business, held, address }: { business: string; held: boolean; address: string }, wording: Wording): Page {
  const words = wording.thanks;
  const link = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : null;
  return {
    language: wording.language,
    title: words.title,
    content: html`
<p class="shown" aria-hidden="true">✓</p>
<h1>${words.heading}</h1>
<p>${held ? words.held(business) : words.published(business)}</p>
${link && html`<p><a class="button" href="${link}">${words.back(business)}</a></p>`}`,
  };
}

export function problemPage({ title, text }: { title: string; text: string }, wording: Wording): Page {
  return { language: wording.language, title, content: html`<h1>${title}</h1><p>${text}</p>` };
}

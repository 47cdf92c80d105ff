/**
 * Controls for readers without JavaScript: links and a form that open the same fragment in another state. They are
 * inside `<noscript>`, so that nothing moves where scripts run.
 */
import { html, type TemplateResult } from 'lit';
import { everything, type PlainState } from '../../../contract/shopper/rendering.ts';
import { nameOf } from '../../elements/product-reviews/overview/languages.ts';
import { themeOf } from '../../page/settings.ts';
import { camera } from '../../styles/icons.ts';
import { star } from '../../templates/star.ts';
import { isNarrowed } from './lists.ts';
import { directionOf, link, linkTo, linkToAll, pairsOf, type PlainContext } from './context.ts';

/**
 * A filter that looks like those of the element.
 * @param kind - what it narrows by
 * @param count of the reviews that it shows if nothing else is on; null where that is unknown
 */
function chip(
  { element, list, plain }: PlainContext,
  kind: keyof PlainState,
  href: string,
  isOn: boolean,
  content: unknown,
  count: number | null,
): unknown {
  const isOther = isNarrowed(list, { ...plain, start: 0, [kind]: everything[kind] });
  const number = count === null || isOther ? null : html`<span class="muted">${element.number(count)}</span>`;
  return count === 0 && !isOn
    ? html`<span class="button chip muted">${content} ${number}</span>`
    : html`<a class="button chip" href=${href} rel="nofollow"
        aria-current=${isOn ? 'true' : 'false'}>${content} ${number}</a>`;
}

function stars(context: PlainContext): unknown {
  const { element, plain, digest } = context;
  return ([5, 4, 3, 2, 1] as const).map((rating) => {
    const isOn = plain.ratings.includes(rating);
    const ratings = [1, 2, 3, 4, 5].filter((other) => plain.ratings.includes(other) !== (other === rating));
    const content = html`<span class="sr">${element.t('stars', { n: rating })}</span><span class="row"
        aria-hidden="true">${element.number(rating)}${star()}</span>`;
    return chip(context, 'ratings', linkTo(context, { ratings }), isOn, content, digest && digest.ratings[rating]);
  });
}

/** With photos, and verified only; as in the element, a filter that would show nothing is not offered. */
function flags(context: PlainContext): unknown {
  const { element, plain, digest } = context;
  return [
    plain.photos || digest?.photos !== 0
      ? chip(
          context,
          'photos',
          linkTo(context, { photos: !plain.photos }),
          plain.photos,
          [camera(), element.t('photos')],
          digest && digest.photos,
        )
      : null,
    plain.verified || digest?.verified
      ? chip(
          context,
          'verified',
          linkTo(context, { verified: !plain.verified }),
          plain.verified,
          element.t('verifiedOnly'),
          digest && digest.verified,
        )
      : null,
  ];
}

interface Option {
  readonly name: string;
  readonly count: number | null;
  readonly isOn: boolean;
  readonly href: string;
}

/** A choice with many options, which a native disclosure folds. */
function choice(context: PlainContext, kind: keyof PlainState, name: string, options: readonly Option[]): unknown {
  const chosen = options.filter(({ isOn }) => isOn).map((option) => option.name);
  const head = chosen[0] ? html`${name}: <b>${chosen.join(', ')}</b>` : context.element.t('anyOption', { name });
  return html`<details ?open=${chosen.length > 0}>
    <summary dir="auto">${head}</summary>
    <div class="choices" role="group" aria-label=${name}>${options.map((option) =>
      chip(context, kind, option.href, option.isOn, html`<bdi>${option.name}</bdi>`, option.count),
    )}</div>
  </details>`;
}

function languages(context: PlainContext): unknown {
  const { element, plain, digest } = context;
  const chosen = (plain.languages ?? '').split(',').filter(Boolean);
  const counted = digest?.languages ?? context.languages.map((language) => ({ language, count: null }));
  const known = new Set(counted.map(({ language }) => language));
  const all = [
    ...counted,
    ...chosen.filter((language) => !known.has(language)).map((language) => ({ language, count: null })),
  ];
  // One that all reviews are in narrows nothing.
  if (digest && all.length < 2 && !chosen[0]) return null;
  const options = all.map(({ language, count }): Option => {
    const isOn = chosen.includes(language);
    return {
      name: nameOf(language, element.usedLocale),
      count,
      isOn,
      href: linkTo(context, { languages: isOn ? null : language }),
    };
  });
  return options[0] ? choice(context, 'languages', element.t('byLanguage'), options) : null;
}

function attributes(context: PlainContext): unknown {
  const { plain, digest } = context;
  const chosen = pairsOf(plain);
  const choices = digest ? [...digest.scales, ...digest.attributes] : [];
  const offered = choices.flatMap(({ name, options }) => options.map(({ value }) => `${name}:${value}`));
  return [
    ...choices.map(({ name, options }) => {
      const shown = options
        .map(({ value, count }): Option => {
          const pair = `${name}:${value}`;
          const isOn = chosen.includes(pair);
          return { name: value, count, isOn, href: linkTo(context, { with: isOn ? null : pair }) };
        })
        .filter(({ count, isOn }) => count || isOn);
      return shown[0] ? choice(context, 'with', name, shown) : null;
    }),
    // Pairs that a link names and the digest does not are on all the same.
    ...chosen
      .filter((pair) => !offered.includes(pair))
      .map((pair) => chip(context, 'with', linkTo(context, { with: null }), true, pair, null)),
  ];
}

function mentions(context: PlainContext): unknown {
  const { element, plain, digest } = context;
  if (!digest?.mentions[0]) return null;
  return html`<div class="choices" role="group" aria-label=${element.t('mentioned')}>
    <span class="muted" aria-hidden="true">${element.t('mentioned')}</span>${digest.mentions.map(
      ({ key, language, words, count, low }) => {
        const isOn = key === plain.mention;
        const isCounted = !isNarrowed(context.list, { ...plain, start: 0, mention: null });
        const said = [
          ...(isCounted ? [element.t('reviews', { n: count })] : []),
          ...(low ? [element.t('lowShare', { n: low })] : []),
        ].join(', ');
        const content = html`<bdi lang=${language}>${words}</bdi> ${
          isCounted ? html`<span class="muted" aria-hidden="true">${element.number(count)}</span>` : null
        } <span class="sr">${said}</span>`;
        return chip(context, 'mention', linkTo(context, { mention: isOn ? null : key }), isOn, content, null);
      },
    )}
  </div>`;
}

function orders(context: PlainContext): unknown {
  const { element, order, list } = context;
  const names = Object.entries(list.orders!);
  const given = order.attributes['order'] ?? '';
  const current = Object.hasOwn(list.orders!, given) ? given : names[0]![0];
  return html`<div class="choices" role="group" aria-label=${element.t('sort')}>
    <span class="muted" aria-hidden="true">${element.t('sort')}</span>${names.map(([name, words]) =>
      link(linkTo(context, {}, { ...order.attributes, order: name }), name === current, element.t(words)),
    )}
  </div>`;
}

function search(context: PlainContext): unknown {
  const { element, plain } = context;
  const address = new URL(linkTo(context, { text: '' }));
  return html`<form class="plain" method="get" action=${address.origin + address.pathname}>
    ${[...address.searchParams].map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
    <input type="search" name="plaudit-q" value=${plain.text} maxlength="500"
        aria-label=${element.t('search')} /><button>${element.t('search')}</button>
  </form>`;
}

export function renderFilters(context: PlainContext): TemplateResult | null {
  const { element, list, plain } = context;
  if (!list.orders) return null;
  const isOn = isNarrowed(list, { ...plain, start: 0 });
  return html`<nav class="${themeOf(element)} plain"
      lang=${element.usedLocale} dir=${directionOf(element)} aria-label=${element.t('filter')}>
    <div class="choices">${stars(context)}${list.isOfProduct ? flags(context) : null}</div>
    ${languages(context)}${list.isOfProduct ? [attributes(context), mentions(context)] : null}
    ${orders(context)}${search(context)}
    ${isOn ? html`<a href=${linkToAll(context)}>${element.t('clear')}</a>` : null}
  </nav>`;
}

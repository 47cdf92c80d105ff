import { ownAttributes, type Attribute, type CustomProperty, type ElementDescription } from '../elements/manifest.ts';
import { choices, languages, offers, specimenOf, widths } from '../elements/specimens.ts';
import { html, type Html } from '../html.ts';
import type { Page } from '../parts/document.ts';
import { attributeTable, describedTable, propertyTable, prose } from '../parts/reference.ts';
import { block, reservations, script, withAddress } from '../parts/snippet.ts';
import { tint } from '../tint.ts';
import { pasteable, renderWidget, type Widget } from '../widget.ts';

export function elementPage(element: ElementDescription): Page {
  const { tagName, description = '' } = element;
  const { attributes, fallback } = specimenOf(tagName);
  const rule = reservations[tagName];
  const widget: Widget = { tag: tagName, attributes, fallback: [`<p>${fallback}</p>`] };
  return {
    path: `/elements/${tagName}`,
    title: tagName,
    description: description.replaceAll(/\s+/g, ' '),
    main: html`<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="/elements">The elements</a></li><li aria-current="page">${tagName}</li></ol></nav>
<div class="bench">
  <h1 class="bench-title"><code>&lt;${tagName}&gt;</code></h1>
  <p class="bench-lead">${prose(description)}</p>
  <section class="workbench" aria-label="Try it" data-workbench>
    <div class="stage" data-stage>${renderWidget(widget)}</div>
    ${controls(element, attributes)}
  </section>
  <section aria-labelledby="paste">
    <h2 id="paste">To paste</h2>
    ${block(script(), 'script')}
    <div data-pasted>${block(withAddress(tint(pasteable(widget), 'html')), 'element as it stands above')}</div>
    ${rule && html`<p>And in the style sheet, so that nothing moves while it loads:</p>${block(tint(rule, 'css'), 'style')}`}
  </section>
  ${reference(element)}
</div>`,
  };
}

function controls(
  { tagName, attributes = [], cssProperties = [] }: ElementDescription,
  values: Readonly<Record<string, string>>,
): Html {
  const own = ownAttributes({ tagName, attributes });
  return html`<form class="controls">
      <fieldset>
        <legend>Where it stands</legend>
        ${field('Width', html`<select name="width">${widths.map((width) => option(String(width), width ? `${width} px` : 'all there is', width === 0))}</select>`)}
        ${field('Language', html`<select name="attribute:locale">${option('', 'the page’s own', true)}${Object.entries(languages).map(([tag, name]) => option(tag, name, false))}</select>`)}
        ${field('Theme', html`<select name="attribute:theme">${['', 'light', 'dark'].map((theme) => option(theme, theme || 'the page’s own', theme === ''))}</select>`)}
      </fieldset>
      ${own.length > 0 && html`<fieldset><legend>Attributes</legend>${own.map((attribute) => attributeField(tagName, attribute, values[attribute.name] ?? ''))}</fieldset>`}
      ${cssProperties.length > 0 && html`<fieldset><legend>Custom properties</legend>${cssProperties.map(propertyField)}</fieldset>`}
      <div class="heard"><p id="heard">Events</p><ol aria-labelledby="heard" data-heard><li>None yet</li></ol></div>
    </form>`;
}

function attributeField(tag: string, { name, type }: Attribute, value: string): Html {
  const values = choices[`${tag} ${name}`] ?? choices[name];
  if (values)
    return field(
      name,
      html`<select name="attribute:${name}">${values.map((one) => option(one, one || 'not given', one === value))}</select>`,
    );
  const offered = offers[name];
  const list = `offers-${name}`;
  return field(
    name,
    html`<input name="attribute:${name}" value="${value}" ${type?.text.includes('number') ? html`type="number" min="1" max="100"` : html`type="text" autocomplete="off" spellcheck="false"`} ${offered && html`list="${list}"`}>${offered && html`<datalist id="${list}">${offered.map(([one, shows]) => html`<option value="${one}">${shows}</option>`)}</datalist>`}`,
  );
}

function propertyField({ name, default: value = '' }: CustomProperty): Html {
  const isColour = /^#([\da-f]{3}){1,2}$/i.test(value);
  const full = value.length === 4 ? `#${value.slice(1).replaceAll(/./g, '$&$&')}` : value;
  return field(
    name.replace('--plaudit-', ''),
    isColour
      ? html`<input type="color" name="property:${name}" value="${full}">`
      : html`<input type="text" name="property:${name}" placeholder="${value}" autocomplete="off" spellcheck="false">`,
  );
}

const field = (label: string, control: Html): Html => html`<label><span>${label}</span>${control}</label>`;
const option = (value: string, text: string, selected: boolean): Html =>
  html`<option value="${value}" ${selected && html`selected`}>${text}</option>`;

function reference(element: ElementDescription): Html {
  const { events = [], slots = [], cssParts = [], cssProperties = [] } = element;
  const attributes = ownAttributes(element);
  const parts: ReadonlyArray<readonly [title: string, count: number, table: Html]> = [
    ['Attributes of its own', attributes.length, attributeTable(attributes)],
    ['Events', events.length, describedTable('Event', events)],
    ['Slots', slots.length, describedTable('Slot', slots)],
    ['Parts', cssParts.length, describedTable('Part', cssParts)],
    ['Custom properties', cssProperties.length, propertyTable(cssProperties)],
  ];
  return html`${parts.filter(([, count]) => count > 0).map(([title, , table]) => html`<section><h2>${title}</h2>${table}</section>`)}`;
}

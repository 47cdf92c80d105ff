import { ownAttributes, type Attribute, type CustomProperty, type ElementDescription } from '../elements/manifest.ts';
import { choices, languages, offers, specimenOf, widths } from '../elements/specimens.ts';
import { html, type Html } from '../html.ts';
import type { Page } from '../components/document.ts';
import { attributeTable, describedTable, propertyTable, prose } from '../components/reference.ts';
import { block, reservations, script, withAddress } from '../components/snippet.ts';
import { tint } from '../tint.ts';
import { pasteable, renderWidget, type Widget } from '../widget.ts';
import { english } from '../wording/index.ts';

export function elementPage(element: ElementDescription): Page {
  const { tagName, description = '' } = element;
  const { attributes, fallback } = specimenOf(tagName);
  const rule = reservations[tagName];
  const widget: Widget = { tag: tagName, attributes, fallback: [`<p>${fallback}</p>`] };
  return {
    path: `/elements/${tagName}`,
    title: tagName,
    description: description.replaceAll(/\s+/g, ' '),
    main: html`<nav class="crumbs" aria-label="Breadcrumb"><ol>
  <li><a href="/elements">The elements</a></li>
  <li aria-current="page">${tagName}</li>
</ol></nav>
<div class="bench">
  <h1 class="bench-title"><code>&lt;${tagName}&gt;</code></h1>
  <p class="bench-lead">${prose(description)}</p>
  <section class="workbench" aria-label="Try it" data-workbench>
    <div class="stage" data-stage>${renderWidget(widget)}</div>
    ${controls(element, attributes)}
  </section>
  <section aria-labelledby="paste">
    <h2 id="paste">To paste</h2>
    ${block(script(), 'The script')}
    <div data-pasted>${block(withAddress(tint(pasteable(widget), 'html')), 'The element as it stands above')}</div>
    ${rule && html`<p>${english.snippet.style}</p>${block(tint(rule, 'css'), 'The style')}`}
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
  const page = 'the page’s own';
  const sizes = widths.map((width) => [String(width), width ? `${width} px` : 'all there is'] as const);
  return html`<form class="controls">
      <fieldset>
        <legend>Where it stands</legend>
        ${field('Width', choice('width', sizes, '0'))}
        ${field('Language', choice('attribute:locale', [['', page], ...Object.entries(languages)], ''))}
        ${field('Theme', choice('attribute:theme', [['', page], ...['light', 'dark'].map(twice)], ''))}
      </fieldset>
      ${fieldset(
        'Attributes',
        own.map((one) => attributeField(tagName, one, values[one.name] ?? '')),
      )}
      ${fieldset('Custom properties', cssProperties.map(propertyField))}
      <div class="heard"><p id="heard">Events</p><ol aria-labelledby="heard" data-heard><li>None yet</li></ol></div>
    </form>`;
}

function attributeField(tag: string, { name, type }: Attribute, value: string): Html {
  const values = choices[`${tag} ${name}`] ?? choices[name];
  if (values) {
    const given = values.map((one) => [one, one || 'not given'] as const);
    return field(name, choice(`attribute:${name}`, given, value));
  }
  const offered = offers[name];
  const list = `offers-${name}`;
  const kind = type?.text.includes('number')
    ? html`type="number" min="1" max="100"`
    : html`type="text" autocomplete="off" spellcheck="false"`;
  const options =
    offered && Object.entries(offered).map(([one, shows]) => html`<option value="${one}">${shows}</option>`);
  return field(
    name,
    html`<input name="attribute:${name}" value="${value}" ${kind} ${options && html`list="${list}"`}>
      ${options && html`<datalist id="${list}">${options}</datalist>`}`,
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
const fieldset = (legend: string, fields: readonly Html[]): Html | null =>
  fields.length === 0 ? null : html`<fieldset><legend>${legend}</legend>${fields}</fieldset>`;

function choice(name: string, values: ReadonlyArray<readonly [value: string, text: string]>, chosen: string): Html {
  const options = values.map(
    ([value, text]) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
  );
  return html`<select name="${name}">${options}</select>`;
}

const twice = (value: string): readonly [string, string] => [value, value];

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
  const there = parts.filter(([, count]) => count > 0);
  return html`${there.map(([title, , table]) => html`<section><h2>${title}</h2>${table}</section>`)}`;
}

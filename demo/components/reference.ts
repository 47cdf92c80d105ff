/** The tables of an element's page, from the manifest. */
import type { Attribute, CustomProperty } from '../elements/manifest.ts';
import { html, raw, escapeHtml, type Html } from '../html.ts';

interface Described {
  readonly name: string;
  readonly description?: string;
}

export function attributeTable(attributes: readonly Attribute[]): Html {
  return table(
    'Attributes',
    ['Attribute', 'Meaning'],
    attributes.map(({ name, description }) => [code(name), prose(description)]),
  );
}

export function propertyTable(properties: readonly CustomProperty[]): Html {
  return table(
    'Custom properties',
    ['Property', 'Meaning', 'Default'],
    properties.map(({ name, description, default: value = '' }) => [code(name), prose(description), code(value)]),
  );
}

export function describedTable(what: string, items: readonly Described[]): Html {
  return table(
    `${what}s`,
    [what, 'Meaning'],
    items.map(({ name, description }) => [name ? code(name) : html`<em>between the tags</em>`, prose(description)]),
  );
}

function table(caption: string, heads: readonly string[], rows: ReadonlyArray<readonly Html[]>): Html {
  const row = ([first, ...others]: readonly Html[]): Html =>
    html`<tr><th scope="row">${first}</th>${others.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  return html`<table class="reference">
    <caption class="unseen">${caption}</caption>
    <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map(row)}</tbody>
  </table>`;
}

const code = (text: string): Html => html`<code>${text}</code>`;

/** Descriptions have code between backticks. */
export function prose(text = ''): Html {
  return raw(escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>'));
}

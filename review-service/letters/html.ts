/** HTML on the server; everything that was not written here is escaped. */

/** Text that is markup already. */
class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export type { Markup };

type Value = string | number | Markup | null | undefined | false | readonly Value[];

/** A template in which every value is escaped, except markup made by this same tag; `null` and `false` are nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(strings.reduce((text, part, index) => text + toText(values[index - 1]) + part));
}

/** Markup that contains nothing from elsewhere, such as a style sheet. */
export const trusted = (text: string): Markup => new Markup(text);

function toText(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(toText).join('');
  return escaped(String(value));
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

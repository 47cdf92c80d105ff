/** Labelled controls, each of which hands on what was chosen. */
import { h, type VNode } from 'vue';

export const group = (legend: string, ...fields: ReadonlyArray<VNode | null>): VNode =>
  h('fieldset', { class: 'look-group' }, [h('legend', legend), ...fields]);

export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: Readonly<Record<string, string>>;
  readonly choose: (value: string) => void;
}

const valueOf = (event: Event): string => (event.target as HTMLInputElement | HTMLSelectElement).value;

export const select = ({ name, label, value, options, choose }: Choice): VNode =>
  h('label', { class: 'look-field' }, [
    h('span', label),
    h(
      'select',
      { name, value, onChange: (event: Event) => choose(valueOf(event)) },
      Object.entries(options).map(([key, text]) => h('option', { value: key, selected: key === value }, text)),
    ),
  ]);

/** A few short words side by side. */
export const radios = ({ name, label, value, options, choose }: Choice): VNode =>
  h(
    'div',
    { class: 'look-radios', role: 'radiogroup', 'aria-label': label },
    Object.entries(options).map(([key, text]) =>
      h('label', [
        h('input', { type: 'radio', name, value: key, checked: key === value, onChange: () => choose(key) }),
        h('span', text),
      ]),
    ),
  );

export interface Range {
  readonly name: string;
  readonly label: string;
  readonly value: number;
  readonly limits: { readonly least: number; readonly most: number; readonly step: number };
  readonly text: string;
  readonly choose: (value: number) => void;
}

export const range = ({ name, label, value, limits: { least, most, step }, text, choose }: Range): VNode =>
  h('div', { class: 'look-field look-range' }, [
    h('label', { for: `look-${name}` }, label),
    h('input', {
      id: `look-${name}`,
      type: 'range',
      name,
      min: least,
      max: most,
      step,
      value,
      'aria-valuetext': text,
      onInput: (event: Event) => choose(Number(valueOf(event))),
    }),
    // The control says it already.
    h('span', { 'aria-hidden': 'true' }, text),
  ]);

export const checkbox = (name: string, label: string, checked: boolean, choose: (on: boolean) => void): VNode =>
  h('label', { class: 'look-check' }, [
    h('input', {
      type: 'checkbox',
      name,
      checked,
      onChange: (event: Event) => choose((event.target as HTMLInputElement).checked),
    }),
    h('span', label),
  ]);

export interface Typed {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Characters. */
  readonly longest: number;
  /** What is wrong with what was typed last. */
  readonly wrong: string | undefined;
  readonly offers?: readonly string[];
  readonly placeholder: string;
  readonly choose: (typed: string) => void;
}

export function text({ name, label, value, longest, wrong, offers = [], placeholder, choose }: Typed): VNode {
  const id = `look-${name}`;
  return h('div', { class: 'look-field look-text' }, [
    h('label', { for: id }, label),
    h('input', {
      id,
      name,
      value,
      type: 'text',
      list: offers.length > 0 ? `${id}-offers` : undefined,
      placeholder,
      maxlength: longest,
      autocomplete: 'off',
      spellcheck: false,
      'aria-describedby': wrong ? `${id}-hint` : undefined,
      onChange: (event: Event) => choose(valueOf(event)),
    }),
    offers.length > 0
      ? h(
          'datalist',
          { id: `${id}-offers` },
          offers.map((value) => h('option', { value })),
        )
      : null,
    wrong ? h('small', { id: `${id}-hint`, class: 'look-wrong', role: 'alert' }, wrong) : null,
  ]);
}

export interface ColourField {
  readonly key: string;
  readonly label: string;
  /** What is seen, chosen or not. */
  readonly value: string;
  readonly chosen: boolean;
  readonly wrong: boolean;
  /** How well it is seen where it is used; absent where nothing is to be told apart. */
  readonly ratio: { readonly text: string; readonly low: boolean } | null;
  readonly choose: (typed: string | null) => void;
}

export const colour = ({ key, label, value, chosen, wrong, ratio, choose }: ColourField): VNode =>
  h('div', { class: 'look-colour' }, [
    h('label', { for: `look-${key}` }, label),
    h('input', {
      id: `look-${key}`,
      type: 'color',
      name: key,
      value,
      onInput: (event: Event) => choose(valueOf(event)),
    }),
    h('input', {
      type: 'text',
      class: 'look-hex',
      value,
      maxlength: 7,
      'aria-label': `${label}, as digits`,
      autocomplete: 'off',
      spellcheck: false,
      onChange: (event: Event) => choose(valueOf(event)),
    }),
    h(
      'button',
      {
        type: 'button',
        class: 'look-undo',
        disabled: !chosen,
        'aria-label': `${label}: back to the usual`,
        title: 'Back to the usual',
        onClick: () => choose(null),
      },
      '↺',
    ),
    ratio === null
      ? null
      : h(
          'small',
          { class: ratio.low ? 'look-ratio look-low' : 'look-ratio' },
          ratio.low ? `${ratio.text}, too faint` : ratio.text,
        ),
    wrong ? h('small', { class: 'look-wrong', role: 'alert' }, 'A colour such as #3b5a45') : null,
  ]);

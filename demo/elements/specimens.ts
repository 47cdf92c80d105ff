/** Values to try with each element: those it starts with, and those worth a look. */
import data from './specimens.json' with { type: 'json' };

export interface Specimen {
  /** Attributes to start with. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Text between the tags. */
  readonly fallback: string;
}

const specimens: Readonly<Record<string, Specimen>> = data.specimens;
export const specimenOf = (tag: string): Specimen => specimens[tag] ?? { attributes: {}, fallback: '' };

/** Values to choose from; other attributes are typed. */
export const choices: Readonly<Record<string, readonly string[]>> = data.choices;

/** Values offered while one is typed, with what they show. */
export const offers: Readonly<Record<string, Readonly<Record<string, string>>>> = data.offers;

/** The languages of the widgets, each by its own name. */
export const { languages } = data;

/** Widths of the stage in CSS pixels: a small phone, a column, a tablet; 0 takes all the room there is. */
export const widths: readonly number[] = [320, 480, 768, 0];

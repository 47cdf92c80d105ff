/**
 * The text fields of the forms that reviews and questions are written in, in the order in which they are asked: by the
 * element, and by the pages of the service.
 */
import { LONGEST_LINE, LONGEST_NAME, LONGEST_QUESTION, LONGEST_TEXT } from './endpoints/limits.ts';

interface FormField {
  readonly type: 'text' | 'lines' | 'email';
  /** In UTF-16 code units. */
  readonly max: number;
  readonly required: boolean;
  readonly autocomplete: 'off' | 'given-name' | 'family-name' | 'address-level2' | 'name' | 'email';
}
type FormFields<Name extends string> = Readonly<Record<Name, FormField>>;

/** In every review, beside its stars. */
export const reviewFields: FormFields<'title' | 'content'> = {
  title: { type: 'text', max: LONGEST_LINE, required: true, autocomplete: 'off' },
  content: { type: 'lines', max: LONGEST_TEXT, required: true, autocomplete: 'off' },
};

/** Who writes with the element. */
export const shopperFields: FormFields<'first_name' | 'last_name' | 'user_location'> = {
  first_name: { type: 'text', max: LONGEST_NAME, required: true, autocomplete: 'given-name' },
  last_name: { type: 'text', max: LONGEST_NAME, required: false, autocomplete: 'family-name' },
  user_location: { type: 'text', max: LONGEST_LINE, required: false, autocomplete: 'address-level2' },
};

/** On pages alone: of a review of the business, of a question, and of who writes. */
export const pageFields: FormFields<'tip' | 'question' | 'name' | 'email'> = {
  tip: { type: 'text', max: LONGEST_LINE, required: false, autocomplete: 'off' },
  question: { type: 'lines', max: LONGEST_QUESTION, required: true, autocomplete: 'off' },
  name: { type: 'text', max: 200, required: true, autocomplete: 'name' },
  email: { type: 'email', max: LONGEST_LINE, required: true, autocomplete: 'email' },
};

/** The words of the console. Another language is another file beside this one. */
import { speak, type Spoken } from '../../../contract/texts/texts.ts';
import en from './en.json' with { type: 'json' };

export type Words = Spoken<typeof en>;

export const words: Words = speak<typeof en>('en', en);

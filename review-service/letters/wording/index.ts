/** The texts of pages and mails: one complete catalogue for each language. */
import { fill, speak, type Spoken, type Translation } from '../../../contract/texts/texts.ts';
import { rightToLeft } from '../../../contract/texts/words-script.ts';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

export type Wording = Spoken<typeof en> & { readonly language: string };

const files: Readonly<Record<string, Translation<typeof en>>> = { en, de, fr, es, it, nl, pt, pl, ar, ja };

export const catalogues: Readonly<Record<string, Wording>> = Object.fromEntries(
  Object.entries(files).map(([language, texts]) => [language, { ...speak<typeof en>(language, texts), language }]),
);
export const english = catalogues['en']!;

/** How a mail begins. */
export const greet = ({ mail }: Wording, name: string): string =>
  name === '' ? mail.hello : fill(mail.helloName, { name });

/** The catalogue of a language tag such as `de` or `pt-BR`, if there is one. */
function catalogueOf(tag: string): Wording | undefined {
  const [language = ''] = tag.trim().toLowerCase().split(/[-_]/, 1);
  return Object.hasOwn(catalogues, language) ? catalogues[language] : undefined;
}

/** The languages that there is a catalogue for. */
export const languages: readonly string[] = Object.keys(catalogues);

/** Whether this is the tag of one of them, with a region or without. */
export const knowsLanguage = (tag: string): boolean =>
  /^[a-z]{2}(?:[-_][a-z\d]{2,8}){0,3}$/i.test(tag) && catalogueOf(tag) !== undefined;

/** How lines are written in a language. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (rightToLeft.test(language) ? 'rtl' : 'ltr');

/**
 * The catalogue for somebody.
 * @param wanted - the language that a link or the shop named for them, if it did.
 * @param accepted - the header `Accept-Language` of their browser.
 * @param usual - the language of the shop.
 */
export function chooseWording(
  wanted: string | null | undefined,
  accepted?: string,
  usual: string | null = null,
): Wording {
  const tags = [wanted ?? '', ...readAccepted(accepted ?? ''), usual ?? ''];
  return tags.map(catalogueOf).find((found) => found !== undefined) ?? english;
}

/** Language tags by preference (RFC 9110, 12.5.4); the server has already limited the length of the header. */
function readAccepted(header: string): string[] {
  return header
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';');
      const quality = parameters
        .map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1])
        .find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}

/** A day as people write it, such as 3 November 2026. */
export function formatDay({ language }: Wording, time: number): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    time,
  );
}

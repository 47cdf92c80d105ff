/**
 * Masks e-mail addresses and phone numbers in free text. Other numbers stay: prices, years and dates, GTINs and ISBNs,
 * order numbers, sizes, ranges. A number that may be either is masked only where it is written like a phone number, or
 * where a word before it says that it is one.
 */
import { parseFragment } from 'parse5';

/** Stands where something was. */
export const MASK = '•••';

export function maskPersonalData(text: string): string {
  const unveiled = unveil(text);
  if (unveiled === text) return maskPlain(text);
  const lines = unveiled.split('\n');
  return text
    .split('\n')
    .map((line, index) => maskDisguised(line, lines[index]!))
    .join('\n');
}

const maskPlain = (text: string): string => maskPhones(maskEmails(text));

// ---- disguises ----------------------------------------------------------------------------------------------------

/** Characters that are not seen, and the parts of a keycap. */
const unseen = /[\p{Cf}\p{DI}\u20e3]/gu;
/** Other shapes of letters, digits and signs: full-width, small, mathematical, raised, lowered, in a circle. */
const shape = /[²³¹․⁰-₎①-⑨Ⓐ-⓪﹐-﹫！-｡\u{1ccd6}-\u{1ccf9}\u{1d400}-\u{1d7ff}\u{1f12b}-\u{1f149}\u{1fbf0}-\u{1fbf9}]/gu;
/** Dashes that stand between digits as a hyphen does. */
const dash = /[\u2012\u2212]/g;
/** In UTF-16 code units, without zeros before a number. */
const LONGEST_ENTITY = 34;
const entity = /&(?:amp;){0,3}(?:#x[\da-f]+|#\d+|[a-z][a-z\d]{1,31});?/gi;
/** The characters of an address or a number. Nothing that could be markup comes out of an entity. */
const isOfData = /^[\p{L}\p{M}\p{N}\p{Cf}\p{DI}\p{Zs}\p{Pd}\u2212@.%+()_/]+$/u;

/** A line that holds something under a disguise is shown without any; in others, disguises stay as they are. */
function maskDisguised(line: string, unveiled: string): string {
  const masked = maskPlain(line);
  const found = maskPlain(unveiled);
  return found === unveiled || found === unveil(masked) ? masked : found;
}

function unveil(text: string): string {
  return text
    .replace(entity, (written) => {
      const plain = written.replace(/^&(?:amp;)+/i, '&').replace(/^&#(x?)0+/i, '&#$1');
      // The parser ends with an error for a number that is infinite.
      const [read] = plain.length > LONGEST_ENTITY ? [] : parseFragment(plain).childNodes;
      return read && 'value' in read && isOfData.test(read.value) ? read.value : written;
    })
    .replace(unseen, '')
    .replace(shape, (character) => character.normalize('NFKC'))
    .replace(dash, '-');
}

// ---- e-mail addresses ---------------------------------------------------------------------------------------------

/** RFC 5322 atoms in any script, or a quoted local part; `@` also full-width or percent-encoded. Bounded throughout. */
const email =
  /(?:"[^"\n]{1,64}"|[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}?)(?:@|＠|%40)(?:[\p{L}\p{M}\p{N}-]{1,63}[.．。]){1,8}[\p{L}\p{M}][\p{L}\p{M}\p{N}-]{1,62}/giu;

function maskEmails(text: string): string {
  // The pattern cannot match without one of these, and most texts hold none.
  return /[@＠]|%40/.test(text) ? text.replace(email, MASK) : text;
}

export function holdsEmail(text: string): boolean {
  const plain = unveil(text);
  return maskEmails(text) !== text || maskEmails(plain) !== plain;
}

// ---- phone numbers ------------------------------------------------------------------------------------------------

/** A run of digits, with what people write between the digits of a phone number. */
const candidate =
  /(?<![\p{L}\p{N}])(?<!\p{N}[.,])(?:\+[ \u00a0]?)?\(?\p{Nd}(?:[ \u00a0\u202f\u2009().\-‐‑–/]{0,3}\p{Nd}){5,19}(?![\p{L}\p{N}])/gu;

/** Words before a phone number, in the languages of the widgets. */
const phoneWord =
  /(?:phone|tel|telephone|call|mobile|cell|cellphone|whats ?app|sms|fax|ring|telefon|telefono|teléfono|téléphone|telefone|tél|handy|handynummer|mobil|anruf|anrufen|rufnummer|portable|appele[zr]|llamar|llame|celular|móvil|numero|☎️?|📞|📱)[^\p{L}\p{N}\n]{0,4}(?:(?:me|us|is|at|on|no|nr|number|unter|an|au|al|:)[^\p{L}\p{N}\n]{0,4}){0,3}$/iu;

function maskPhones(text: string): string {
  if (!/\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){5}/u.test(text)) return text;
  return text.replace(candidate, (found, offset: number) =>
    maskCandidate(found, text.slice(Math.max(0, offset - 40), offset)),
  );
}

/** Numbers that merely stand side by side are judged one by one. */
function maskCandidate(found: string, before: string): string {
  const announced = phoneWord.test(before);
  if (isPhone(found, announced)) return MASK;
  if (!/[ \u00a0\u202f\u2009]/.test(found)) return found;
  return found
    .split(/([ \u00a0\u202f\u2009]+)/)
    .map((part, index) => (index % 2 === 0 && isPhone(part, announced && index === 0) ? MASK : part))
    .join('');
}

/** How phone numbers without a leading 0 or + are grouped, somewhere in the world. */
const groupings = new Set([
  '3-3-4',
  '1-3-3-4',
  '3-7',
  '3-2-2-2',
  '2-4-4',
  '3-4-4',
  '3-3-3',
  '5-5',
  '4-3-4',
  '5-6',
  '4-6',
  '2-5-4',
  '2-3-4',
  '2-2-2-2-2',
]);

function isPhone(found: string, announced: boolean): boolean {
  const written = toAsciiDigits(found).trim();
  const groups = written.match(/\d+/g) ?? [];
  const digits = groups.join('');
  if (digits.length < 7 || digits.length > 15) return false;
  if (written.startsWith('+')) return true;
  if (
    isDate(written) ||
    isYears(groups) ||
    isDecimal(written) ||
    isInternetAddress(written) ||
    (/^97[89]/.test(digits) && digits.length === 13)
  )
    return false;
  if (announced) return true;
  if (groups.length === 1) return isBarePhone(digits);

  const lengths = groups.map((group) => group.length).join('-');
  // A parenthesis around the area code. Years may have one too, but have been sorted out above.
  if (written.startsWith('(') && digits.length >= 9) return true;
  if (digits.startsWith('0')) return digits.length >= 9 && digits.length <= 14;
  if (lengths === '3-4') return isLocalNumber(written, groups);
  if (lengths === '5-5' || lengths === '4-6' || lengths === '5-6') return !/[-–]/.test(written);
  if (lengths === '3-3-3')
    return !groups.every((group) => group.endsWith('0')) && !digits.endsWith('000') && !/[./]/.test(written);
  if (lengths === '2-2-2-2-2') return false;
  return groupings.has(lengths) && !written.includes('/');
}

/** Ten or eleven digits in a row, or twelve that are not a UPC. Anything longer is a GTIN or a parcel number. */
function isBarePhone(digits: string): boolean {
  if (digits.length === 10) return true;
  if (digits.length === 11) return /^[0178]|^[2-9]\d/.test(digits);
  return digits.length === 12 && !isGtin(digits);
}

/** `555-0132`; `250-1500` is a range. */
function isLocalNumber(written: string, [area, line]: string[]): boolean {
  return /^\d{3}[-.‐‑]\d{4}$/.test(written) && /^[2-9]/.test(area!) && (line!.startsWith('0') || !line!.endsWith('00'));
}

function isDate(written: string): boolean {
  return /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d\d)(?:\D+\d{1,2}){0,3}$/.test(written);
}

const isYears = (groups: readonly string[]): boolean => groups.every((group) => /^(?:19|20)\d\d$/.test(group));
const isDecimal = (written: string): boolean => /^\d+\.\d+$/.test(written) && !/^\d{3}\.\d{4}$/.test(written);
const isInternetAddress = (written: string): boolean =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(written) && !written.startsWith('0');

/** The last digit of an EAN or UPC follows from the others. */
function isGtin(digits: string): boolean {
  const sum = [...digits]
    .slice(0, -1)
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
}

/** Unicode has the digits of every script in a row, from 0 to 9. */
function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    if (code < 0x80) return digit;
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}

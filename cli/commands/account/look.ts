/** The flags that say how the mails and pages of a business look. */
import { readFile } from 'node:fs/promises';
import { Failure } from '../../settings/failure.ts';
import { UsageError, type Flags, type Settings } from '../../settings/settings.ts';
import type { Change } from './database.ts';

export const lookFlags = {
  logo: {
    value: 'URL|FILE|off',
    read: readLogo,
    help: 'the logo in mails and pages: JPEG, PNG, WebP, GIF or AVIF; the service keeps a copy',
  },
  accent: {
    value: 'COLOUR|off',
    read: readColour('accent'),
    help: "the colour of buttons and links, such as '#3b5a45'",
  },
  background: {
    value: 'COLOUR|off',
    read: readColour('background'),
    help: 'the colour around mails and pages; a dark one makes all of it dark',
  },
  font: {
    value: 'NAMES|off',
    read: readFont,
    help: "the font, such as 'Georgia, serif', if the reader's device has it",
  },
  locale: { value: 'LANGUAGE|off', help: 'the language where neither the order nor the browser names one: de, ja …' },
} as const satisfies Flags;

const LONGEST_FONT = 100;
const PICTURE_DEADLINE_MS = 20_000;

/** The logo first: it is what may be refused, and then nothing else is changed. */
export const changesOfLook = async ({
  logo,
  accent,
  background,
  font,
  locale,
}: Settings<typeof lookFlags>): Promise<(Change | undefined)[]> => [
  logo,
  accent,
  background,
  font,
  locale === undefined ? undefined : await readLocale(locale),
];

function readLogo(value: string): Change {
  return async (db, { changeLogo, fetchLogo }, business) => {
    if (value === 'off') {
      await changeLogo(db, business, null);
      return `${business} shows its name in place of a logo`;
    }
    const bytes = /^https?:/i.test(value)
      ? await fetchLogo(readUrl(value), PICTURE_DEADLINE_MS).catch((error: unknown) => refuseLogo(value, error))
      : await readFile(value).catch((error: unknown) => refuseLogo(value, error));
    await changeLogo(db, business, bytes);
    return `${business} shows this logo in mails and pages`;
  };
}

/** @throws UsageError */
function readUrl(value: string): string {
  if (!URL.canParse(value)) throw new UsageError('--logo must be a file, an http or https address, or off');
  return new URL(value).href;
}

/** @throws Failure that says what is wrong with the file or the address. */
function refuseLogo(value: string, error: unknown): never {
  if (!(error instanceof Error)) throw error;
  const { code } = error as NodeJS.ErrnoException;
  const said = code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : error.message;
  throw new Failure(`The logo at ${value} ${said}`);
}

function readColour(name: 'accent' | 'background'): (value: string) => Change {
  return (value) => {
    const digits = /^#?(?:([0-9a-f]{6})|([0-9a-f])([0-9a-f])([0-9a-f]))$/i.exec(value);
    if (value !== 'off' && !digits)
      throw new UsageError(`--${name} must be a colour such as '#3b5a45', or off; in a shell, # needs the quotes`);
    const [, six, red, green, blue] = digits ?? [];
    const colour = digits && `#${six ?? `${red}${red}${green}${green}${blue}${blue}`}`.toLowerCase();
    return async (db, { changeLook }, business) => {
      await changeLook(db, business, { [name]: colour });
      return `${business} has ${colour === null ? `the usual ${name}` : `the ${name} ${colour}`}`;
    };
  };
}

function readFont(value: string): Change {
  const font = value === 'off' ? null : value.trim();
  if (font !== null && !(font.length <= LONGEST_FONT && /^[\p{L}\d ,-]+$/u.test(font)))
    throw new UsageError("--font must be names of fonts alone, such as 'Georgia, serif', or off");
  return async (db, { changeLook }, business) => {
    await changeLook(db, business, { font });
    return `${business} has ${font === null ? 'the usual font' : `the font ${font}`}`;
  };
}

async function readLocale(value: string): Promise<Change> {
  const { knowsLanguage, languages } = await import('../../programs/service-data.ts');
  if (value !== 'off' && !knowsLanguage(value))
    throw new UsageError(`--locale must be one of ${languages.join(', ')}, also with a region such as pt-BR, or off`);
  return async (db, { changeLook }, business) => {
    await changeLook(db, business, { locale: value === 'off' ? null : value });
    return value === 'off'
      ? `${business} has no language of its own`
      : `${business} speaks ${value} unless told otherwise`;
  };
}

/**
 * Flags and environment of a command. Every flag can be given as an environment variable (`--database-url` is
 * `PLAUDIT_DATABASE_URL`), except those that say whom a command changes or erases; a flag wins. Secrets are read from
 * the environment alone.
 */
import { parseArgs } from 'node:util';
import { readTypedDomain } from '../../contract/domains.ts';
import { readNetwork } from '../../server-kit/network/networks.ts';

/** The command line is wrong; the message says what, in one line. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Flag {
  /** Stands for the value in the help; absent for a flag that takes none. */
  readonly value?: string;
  readonly help: string;
  /**
   * Makes of the value what the command works with; without it, that is the text.
   * @param name - as messages call it.
   * @throws UsageError
   */
  readonly read?: (value: string, name: string) => unknown;
  readonly default?: string;
  readonly required?: boolean;
  /** Its value may be given without the name of the flag. */
  readonly bare?: boolean;
  /** With `bare`: all that is given so belongs to it. */
  readonly several?: boolean;
  /** The person whom the command is about, who must not be somebody that another program's variable names. */
  readonly isPerson?: boolean;
  /** An empty value means something. */
  readonly mayBeEmpty?: boolean;
  /** It is said of one start alone, or is in the data afterwards: no printed command repeats it. */
  readonly once?: boolean;
}

export type Flags = Readonly<Record<string, Flag>>;

type One<Declared extends Flag> = Declared extends { several: true }
  ? string[]
  : Declared extends { read: (...given: never[]) => infer Value }
    ? Value
    : string;
type ValueOf<Declared extends Flag> = Declared extends { value: string }
  ? One<Declared> | (Declared extends { required: true } | { default: string } ? never : undefined)
  : boolean;
export type Settings<Declared extends Flags> = { readonly [Name in keyof Declared]: ValueOf<Declared[Name]> };

/** The texts of flags, wherever they came from; true for one that takes none. */
export type Given = Readonly<Record<string, string | true | undefined>>;

export function environmentName(flag: string): string {
  return `PLAUDIT_${flag.replaceAll('-', '_').toUpperCase()}`;
}

/** @throws UsageError for an unknown flag, a missing value, a flag given twice, or a stray word. */
export function readSettings<Declared extends Flags>(
  flags: Declared,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { settings: Settings<Declared>; given: Given } {
  const said = readArguments(flags, args);
  const settings: Record<string, unknown> = {};
  const given: Record<string, string | true | undefined> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const variable = flag.isPerson ? undefined : environmentName(name);
    const values = said.get(name) ?? [(variable && env[variable]) || flag.default].filter((one) => one !== undefined);
    const [value] = values;
    if (flag.required && value === undefined) {
      const missing = flag.bare
        ? `${flag.value} is missing: give it`
        : `Flag --${name} is missing: give --${name} ${flag.value}`;
      throw new UsageError(variable === undefined ? missing : `${missing} or set ${variable}`);
    }
    const isOn = flag.value === undefined && readSwitch(name, value);
    given[name] = flag.value === undefined ? isOn || undefined : value;
    if (flag.value === undefined) settings[name] = isOn;
    else if (flag.several) settings[name] = values;
    else settings[name] = value === undefined || !flag.read ? value : flag.read(value, `--${name}`);
  }
  return { settings: settings as Settings<Declared>, given };
}

function readArguments(flags: Flags, args: readonly string[]): Map<string, string[]> {
  const said = new Map<string, string[]>();
  const types = Object.entries(flags).map(
    ([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }] as const,
  );
  // Not strict, because its messages are of two lines.
  const { tokens } = parseArgs({ args: [...args], options: Object.fromEntries(types), strict: false, tokens: true });
  let last = -1;
  for (const token of tokens) {
    // One hyphen begins an id as well as a word: what it takes for several short flags is one argument.
    if (token.kind === 'option-terminator' || token.index === last) continue;
    last = token.index;
    if (token.kind === 'positional' || !token.rawName.startsWith('--')) {
      const bare = Object.keys(flags).find((name) => flags[name]!.bare && (flags[name]!.several || !said.has(name)));
      const arg = args[token.index]!;
      if (bare === undefined) throw new UsageError(`Unexpected argument ${JSON.stringify(arg)}`);
      said.set(bare, [...(said.get(bare) ?? []), arg]);
      continue;
    }
    const { name, value, inlineValue } = token;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (!flag) throw new UsageError(`Unknown flag --${name}`);
    if (said.has(name)) throw new UsageError(`Flag --${name} is given twice`);
    if (flag.value === undefined && inlineValue) throw new UsageError(`Flag --${name} takes no value`);
    if (flag.value && (value === undefined || (!value && !flag.mayBeEmpty) || (!inlineValue && value.startsWith('--'))))
      throw new UsageError(`Flag --${name} needs a value: --${name} ${flag.value}`);
    said.set(name, [value ?? '1']);
  }
  return said;
}

function readSwitch(name: string, value: string | undefined): boolean {
  if (value === undefined || /^(0|false|no|off)$/i.test(value)) return false;
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  throw new UsageError(`${environmentName(name)} must be 1 or 0`);
}

// ---- readers of single values; each names the flag or variable that is wrong ---------------------------------------

/** @returns a TCP port; 0 lets the system choose one. */
export function readPort(value: string, name: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : NaN;
  if (!(port >= 0 && port <= 65_535))
    throw new UsageError(`${name} must be a port from 0 to 65535, not ${JSON.stringify(value)}`);
  return port;
}

/** @returns an absolute http or https address without a trailing slash. */
export function readAddress(value: string, name: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash) {
    throw new UsageError(`${name} must be an http or https address, not ${JSON.stringify(value)}`);
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}

export function readDatabaseUrl(value: string, name: string): string {
  // The address contains a password, so it is not repeated.
  if (!/^postgres(ql)?:\/\/./.test(value) || !URL.canParse(value))
    throw new UsageError(`${name} must be an address such as postgres://user@host/database`);
  return value;
}

export function readList(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

/** @returns site domains in lower case. */
export function readDomains(value: string | undefined, name: string): string[] {
  const given = readList(value);
  if (given.length === 0) throw new UsageError(`${name} must name at least one site domain`);
  return given.map((text) => {
    const domain = readTypedDomain(text);
    if (domain !== null) return domain;
    throw new UsageError(`${name} must be site domains such as shop.example, not ${JSON.stringify(text)}`);
  });
}

/** @returns exact origins, such as `https://shop.example`. */
export function readOrigins(value: string | undefined, name: string): string[] {
  return readList(value).map((origin) => {
    const url = URL.canParse(origin) ? new URL(origin) : null;
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.href !== `${url.origin}/` || origin.includes('*')) {
      throw new UsageError(`${name} must be origins such as https://shop.example, not ${JSON.stringify(origin)}`);
    }
    return url.origin;
  });
}

/** @returns one site domain in lower case. */
export function readDomain(value: string, name: string): string {
  const [domain, ...others] = readDomains(value, name);
  if (others.length > 0) throw new UsageError(`${name} takes one site domain`);
  return domain!;
}

/** @returns networks such as `10.0.0.0/8`; a single address counts as one. */
export function readNetworks(value: string | undefined, name: string): string[] {
  return readList(value).map((network) => {
    const read = readNetwork(network);
    if (!read) throw new UsageError(`${name} must be networks such as 10.0.0.0/8, not ${JSON.stringify(network)}`);
    return `${read.address}/${read.prefixBits}`;
  });
}

/** @returns a whole number, at least 1. */
export function readCount(value: string, name: string): number {
  const count = /^\d{1,7}$/.test(value) ? Number(value) : 0;
  if (count < 1) throw new UsageError(`${name} must be a whole number from 1 to 9999999, not ${JSON.stringify(value)}`);
  return count;
}

/** A reader of one of these. @param said - what it must be, as the message has it. */
export const oneOf =
  <const Choice extends string>(
    choices: readonly Choice[],
    said = (_value: string) => `one of ${choices.join(', ')}`,
  ) =>
  (value: string, name: string): Choice => {
    const choice = choices.find((one) => one === value);
    if (choice === undefined) throw new UsageError(`${name} must be ${said(value)}`);
    return choice;
  };

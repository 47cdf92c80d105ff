/**
 * Flags and environment of a command. Every flag can be given as an environment variable (`--database-url` is
 * `PLAUDIT_DATABASE_URL`), except those that say whom a command changes or erases; a flag wins. Secrets are read from
 * the environment alone.
 */
import { readTypedDomain } from '../../contract/domains.ts';
import { readNetwork } from '../../server-kit/network/networks.ts';

/** The command line is wrong; the message says what, in one line. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Flag {
  /** What stands for the value in the help; absent for a flag that takes none. */
  readonly value?: string;
  readonly help: string;
  readonly default?: string;
  readonly required?: boolean;
  /** Its value may be given without the name of the flag. */
  readonly bare?: boolean;
  /** Whom the command is about, who must not be somebody that another program's variable names. */
  readonly isPerson?: boolean;
  /** An empty value means something. */
  readonly mayBeEmpty?: boolean;
  /** With `bare`: all that is given so belongs to it. `readSeveral` reads the value. */
  readonly several?: boolean;
}

export type Flags = Readonly<Record<string, Flag>>;
export type Settings<Declared extends Flags> = {
  readonly [Name in keyof Declared]: Declared[Name] extends { value: string } ? string | undefined : boolean;
};

/** No argument can contain it. */
const BETWEEN = '\0';

/** The values of a flag that takes several. */
export const readSeveral = (value: string | undefined): string[] => value?.split(BETWEEN) ?? [];

export function environmentName(flag: string): string {
  return `PLAUDIT_${flag.replaceAll('-', '_').toUpperCase()}`;
}

/** @throws UsageError for an unknown flag, a missing value, a flag given twice, or a stray word. */
export function readSettings<Declared extends Flags>(
  flags: Declared,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Settings<Declared> {
  const given = new Map<string, string>();
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (!arg.startsWith('--')) {
      const bare = Object.keys(flags).find((name) => flags[name]!.bare && (flags[name]!.several || !given.has(name)));
      if (bare === undefined) throw new UsageError(`Unexpected argument ${JSON.stringify(arg)}`);
      given.set(bare, [given.get(bare) ?? [], arg].flat().join(BETWEEN));
      continue;
    }
    const [name, inline] = splitOnce(arg.slice(2), '=');
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (!flag) throw new UsageError(`Unknown flag --${name}`);
    if (given.has(name)) throw new UsageError(`Flag --${name} is given twice`);
    if (flag.value === undefined) {
      if (inline !== undefined) throw new UsageError(`Flag --${name} takes no value`);
      given.set(name, '1');
      continue;
    }
    const value = inline ?? args[++at];
    if (value === undefined || (value === '' && !flag.mayBeEmpty) || (inline === undefined && value.startsWith('--'))) {
      throw new UsageError(`Flag --${name} needs a value: --${name} ${flag.value}`);
    }
    given.set(name, value);
  }
  const settings: Record<string, string | boolean | undefined> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const variable = flag.isPerson ? undefined : environmentName(name);
    const fromEnvironment = (variable && env[variable]) || undefined;
    const value = given.get(name) ?? fromEnvironment ?? flag.default;
    if (flag.required && value === undefined) {
      const missing = flag.bare
        ? `${flag.value} is missing: give it`
        : `Flag --${name} is missing: give --${name} ${flag.value}`;
      throw new UsageError(variable === undefined ? missing : `${missing} or set ${variable}`);
    }
    settings[name] = flag.value === undefined ? readSwitch(name, value) : value;
  }
  return settings as Settings<Declared>;
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function readSwitch(name: string, value: string | undefined): boolean {
  if (value === undefined || /^(0|false|no|off)$/i.test(value)) return false;
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  throw new UsageError(`${environmentName(name)} must be 1 or 0`);
}

// ---- readers of single values; each names the flag or variable that is wrong ---------------------------------------

/** @returns a TCP port; 0 lets the system choose one. */
export function readPort(name: string, value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : NaN;
  if (!(port >= 0 && port <= 65_535))
    throw new UsageError(`${name} must be a port from 0 to 65535, not ${JSON.stringify(value)}`);
  return port;
}

/** @returns an absolute http or https address without a trailing slash. */
export function readAddress(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash) {
    throw new UsageError(`${name} must be an http or https address, not ${JSON.stringify(value)}`);
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}

export function readDatabaseUrl(name: string, value: string): string {
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
export function readDomains(name: string, value: string | undefined): string[] {
  const given = readList(value);
  if (given.length === 0) throw new UsageError(`${name} must name at least one site domain`);
  return given.map((text) => {
    const domain = readTypedDomain(text);
    if (domain !== null) return domain;
    throw new UsageError(`${name} must be site domains such as shop.example, not ${JSON.stringify(text)}`);
  });
}

/** @returns exact origins, such as `https://shop.example`. */
export function readOrigins(name: string, value: string | undefined): string[] {
  return readList(value).map((origin) => {
    const url = URL.canParse(origin) ? new URL(origin) : null;
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.href !== `${url.origin}/` || origin.includes('*')) {
      throw new UsageError(`${name} must be origins such as https://shop.example, not ${JSON.stringify(origin)}`);
    }
    return url.origin;
  });
}

/** @returns networks such as `10.0.0.0/8`; a single address counts as one. */
export function readNetworks(name: string, value: string | undefined): string[] {
  return readList(value).map((network) => {
    const read = readNetwork(network);
    if (!read) throw new UsageError(`${name} must be networks such as 10.0.0.0/8, not ${JSON.stringify(network)}`);
    return `${read.address}/${read.prefixBits}`;
  });
}

/** @returns a whole number, at least 1. */
export function readCount(name: string, value: string): number {
  const count = /^\d{1,7}$/.test(value) ? Number(value) : 0;
  if (count < 1) throw new UsageError(`${name} must be a whole number from 1 to 9999999, not ${JSON.stringify(value)}`);
  return count;
}

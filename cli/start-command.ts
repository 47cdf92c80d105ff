/** Commands that the program prints, to be pasted into a shell. */

/** Starts a shop as it was last started. @param flags - beside the directory, by name. */
export const startCommand = (directory: string, flags: Readonly<Record<string, string>>): string =>
  commandOf('start', { data: directory, ...flags });

/** @param name - the words after `plaudit`. */
export const commandOf = (name: string, flags: Readonly<Record<string, string>>): string =>
  ['plaudit', name, ...Object.entries(flags).map(([flag, value]) => `--${flag} ${quoted(value)}`)].join(' ');

/** As one word of a shell. */
const quoted = (text: string): string => (/^[\w./:@,=+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

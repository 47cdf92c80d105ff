/** Words of commands that are printed for people to paste. */

/** A word as a shell takes it. */
export const quoted = (word: string): string =>
  /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

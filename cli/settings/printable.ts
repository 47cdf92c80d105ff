import { once } from 'node:events';

/** Shoppers' text in one line, without anything that a terminal would take for a command. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

/** The same with its own line breaks. */
export const printableLines = (text: string): string[] => text.split(/\r\n|[\r\n]/).map(printable);

/** One line of what a command answers. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A row of a list, whoever wrote what is in it. */
export const sayRow = (...columns: readonly string[]): void => say(columns.map(printable).join('\t'));

/** A JSON array, however long: piece by piece, so that none of it need be kept. */
export async function sayArray(items: AsyncIterable<object>): Promise<void> {
  let before = '[\n';
  for await (const item of items) {
    if (!process.stdout.write(before + JSON.stringify(item))) await once(process.stdout, 'drain');
    before = ',\n';
  }
  say(before === '[\n' ? '[]' : '\n]');
}

/** A reader of only the first lines closes the pipe. The command finishes its work all the same. */
export function outliveReader(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') process.exit(1);
    });
}

/** For commands that only print a long list: without a reader there is no more to do. */
export function endWithReader(): void {
  process.stdout.on('error', () => process.exit(0));
}

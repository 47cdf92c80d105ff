/** What shoppers wrote, in one line and without anything that a terminal would take for a command. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

/** The same with its own line breaks. */
export const printableLines = (text: string): string[] => text.split(/\r\n|[\r\n]/).map(printable);

/** For commands that print a long list: whoever reads only its first lines closes the pipe. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
}

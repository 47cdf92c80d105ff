/** What shoppers wrote, in one line and without anything that a terminal would take for a command. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

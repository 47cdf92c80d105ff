/** Lines of comma-separated values (RFC 4180). */

/** Spreadsheets take such a cell for a formula. An import takes the apostrophe away again. */
const formula = /^'*[=+\-@\t\r]/;

const cellOf = (text: string): string => {
  const cell = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
};

export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;

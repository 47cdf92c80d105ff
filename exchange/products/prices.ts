export interface ReadPrice {
  /** As the API takes it, such as `1299.90`. */
  readonly amount: string;
  /** Three letters, if the text names one. */
  readonly currency?: string;
}

const SHAPE = /^(?:([A-Z]{3})\s?)?(\d[\d.,' ]{0,20})(?:\s?([A-Z]{3}))?$/i;

/**
 * A price as shops write it: `19.99`, `19,99 EUR`, `1.299,90`, `CHF 1'299.90`.
 * @returns null where it cannot be read, or could be two different prices (`1,299`).
 */
export function readPrice(text: string): ReadPrice | null {
  const [, before, digits, after] = SHAPE.exec(text.replace(/[\u00a0\u202f]/g, ' ').trim()) ?? [];
  const amount = digits === undefined ? null : readAmount(digits.replace(/[' ]/g, ''));
  if (amount === null || (before && after)) return null;
  const currency = (before ?? after)?.toUpperCase();
  return { amount, ...(currency === undefined ? {} : { currency }) };
}

function readAmount(digits: string): string | null {
  const [commas, points] = [digits.split(',').length - 1, digits.split('.').length - 1];
  if (commas > 0 && points > 0) {
    const [decimal, group] = digits.lastIndexOf(',') > digits.lastIndexOf('.') ? [',', '.'] : ['.', ','];
    const [whole = '', fraction = '', ...more] = digits.split(decimal!);
    return more.length === 0 ? join(whole, group!, fraction) : null;
  }
  if (commas > 1) return join(digits, ',', '');
  if (points > 1) return join(digits, '.', '');
  if (commas === 1 && /,\d{3}$/.test(digits)) return null;
  return digits.replace(',', '.');
}

/** @returns null where the groups are not thousands. */
function join(whole: string, group: string, fraction: string): string | null {
  const [first = '', ...others] = whole.split(group);
  if (first === '' || first.length > 3 || others.some((part) => part.length !== 3)) return null;
  return [first, ...others].join('') + (fraction === '' ? '' : `.${fraction}`);
}

export interface ReadPrice {
  /** As the API takes it, such as `1299.90`. */
  readonly amount: string;
  /** Three letters, if the text says which one. */
  readonly currency?: string;
}

/** The digits, and what stands on either side of them. */
const SHAPE = /^([^\d,.]{0,9}?(?:(?<=\p{L})\.)?)\s?([.,]?\d[\d.,' ]{0,20}?)\s?([^\d]{0,9})$/u;

/**
 * A price as shops write it: `19.99`, `€ 19,99`, `1.299,90`, `CHF 1'299.90`, `US$1,299`, `12,500 JPY`.
 * @returns null where it cannot be read, or could be two different prices (`1,299`).
 */
export function readPrice(text: string): ReadPrice | null {
  // Full-width signs and digits are those of Japanese and Chinese keyboards.
  const plain = text
    .normalize('NFKC')
    .replace(/[\u2019\u02bc]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
  // A dash stands for no cents.
  const withoutDash = plain.replace(/[.,:]\s?[-–—](?=\D*$)/, '');
  const [, before, digits, after] = SHAPE.exec(withoutDash) ?? [];
  if (digits === undefined) return null;
  const named = [before!, after!].map((sign) => sign.trim().replace(/\.$/, '')).filter(Boolean);
  const currencies = named.map((sign) => currencyOf(sign));
  const known = new Set(currencies.filter((currency) => currency !== SHARED));
  if (currencies.includes(null) || known.size > 1) return null;
  const [currency] = known as Set<string>;
  const hasPoint = named.some((sign) => /[$£¥₹₩]/.test(sign)) || (currency !== undefined && withPoint.has(currency));
  const cents = withoutDash !== plain ? 0 : currency === undefined ? undefined : decimalsOf(currency);
  const amount = readAmount(digits, cents, hasPoint);
  return amount === null ? null : { amount, ...(currency === undefined ? {} : { currency }) };
}

/** A sign that several currencies have says no more than that it is a price. */
const SHARED = '';

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** Currencies that are written with a decimal point, so that three digits after a comma are no cents. */
const withPoint: ReadonlySet<string> = new Set(['AUD', 'CNY', 'GBP', 'HKD', 'INR', 'NZD', 'SGD', 'USD']);

const signsOf = (display: 'symbol' | 'narrowSymbol') =>
  Map.groupBy(codes, (currency) => {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: display });
    return format
      .formatToParts(0)
      .find(({ type }) => type === 'currency')!
      .value.toLowerCase();
  });
const [signs, narrowSigns] = [signsOf('symbol'), signsOf('narrowSymbol')];
/** The dollars and the yen of English are also those of others, and some signs are in no English text. */
const otherwise: Readonly<Partial<Record<string, string>>> = {
  $: SHARED,
  '¥': SHARED,
  c$: SHARED,
  us$: 'USD',
  au$: 'AUD',
  fr: 'CHF',
  sfr: 'CHF',
  円: 'JPY',
  元: 'CNY',
  원: 'KRW',
  euro: 'EUR',
  руб: 'RUB',
  р: 'RUB',
  грн: 'UAH',
  лв: 'BGN',
  tl: 'TRY',
  đ: 'VND',
};

/** @returns null for what is no currency. */
function currencyOf(sign: string): string | null {
  const upper = sign.toUpperCase();
  if (codes.has(upper)) return upper;
  const lower = sign.toLowerCase();
  if (Object.hasOwn(otherwise, lower)) return otherwise[lower]!;
  const found = signs.get(lower) ?? narrowSigns.get(lower);
  return found ? (found.length === 1 ? found[0]! : SHARED) : null;
}

/** How many decimals a currency has; a format takes longer to make than a row to read. */
const decimals = new Map<string, number>();
function decimalsOf(currency: string): number {
  const known = decimals.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const made = format.resolvedOptions().maximumFractionDigits!;
  decimals.set(currency, made);
  return made;
}

/**
 * @param decimals - that the price may have, where it is known.
 * @param hasPoint - whether it is written with a decimal point.
 */
function readAmount(given: string, decimals: number | undefined, hasPoint: boolean): string | null {
  if (/[' ]/.test(given) && !/^\d{1,3}(?:[' ]\d{3})+(?:[.,]\d*)?$/.test(given)) return null;
  if (/^[.,]/.test(given)) return /^.\d\d?$/.test(given) ? `0.${given.slice(1)}` : null;
  const digits = given.replace(/[' ]/g, '');
  const [commas, points] = [digits.split(',').length - 1, digits.split('.').length - 1];
  if (commas > 0 && points > 0) {
    const [decimal, group] = digits.lastIndexOf(',') > digits.lastIndexOf('.') ? [',', '.'] : ['.', ','];
    const [whole = '', fraction = '', ...more] = digits.split(decimal!);
    return more.length === 0 ? join(whole, group!, fraction) : null;
  }
  if (commas > 1) return join(digits, ',', '');
  if (points > 1) return join(digits, '.', '');
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) && given === digits) {
    if (decimals === 0 || (commas === 1 && hasPoint)) return digits.replace(/[.,]/, '');
    if (decimals !== 3 || commas === 1) return null;
  }
  return digits.replace(',', '.').replace(/\.$/, '');
}

/** @returns null where the groups are not thousands, or those of India (`1,29,900`). */
function join(whole: string, group: string, fraction: string): string | null {
  const [first = '', ...others] = whole.split(group);
  const isGrouped =
    others.every((part) => part.length === 3) ||
    (group === ',' && others.slice(0, -1).every((part) => part.length === 2) && others.at(-1)!.length === 3);
  if (first === '' || first.length > 3 || !isGrouped) return null;
  return [first, ...others].join('') + (fraction === '' ? '' : `.${fraction}`);
}

/** The prices of a product, as a file has them. Empty is absent. */
interface Offer {
  readonly regular: string;
  readonly sale: string;
  /** Between which moments the sale price holds. */
  readonly starts: string;
  readonly ends: string;
}

export interface CurrentPrices {
  readonly fields: { readonly price: string; readonly retail_price: string | null };
  /** When they change, if the file says so; in milliseconds since 1970. */
  readonly changesAt?: number;
  readonly faults?: readonly string[];
}

const DAY_MS = 86_400_000;

/** The price of a product now. A sale that has ended, has not begun or cannot be read does not count. */
export function currentPrices({ regular, sale, starts, ends }: Offer, now: number): CurrentPrices {
  // A price that is no longer reduced is the only one.
  const fields = { price: regular, retail_price: regular === '' ? '' : null };
  if (sale === '') return { fields };
  const from = starts === '' ? -Infinity : readMoment(starts);
  const until = ends === '' ? Infinity : readMoment(ends) + (/\d:\d/.test(ends) ? 0 : DAY_MS);
  const unread =
    [starts, ends].find((_, index) => Number.isNaN([from, until][index])) ?? (readPrice(sale) ? null : sale);
  if (unread !== null) return { fields, faults: [`the sale is left out: ${JSON.stringify(unread)} cannot be read`] };
  const changesAt = [from, until].filter((moment) => moment > now && Number.isFinite(moment));
  return {
    fields: from <= now && now < until ? { price: sale, retail_price: regular } : fields,
    ...(changesAt.length > 0 ? { changesAt: Math.min(...changesAt) } : {}),
  };
}

/** ISO 8601, of which shops leave out the colon of the offset, the T, and the offset itself. NaN if it is none. */
function readMoment(text: string): number {
  const [, day, time = '00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?(Z|[+-]\d\d:?\d\d)?)?$/.exec(text.trim()) ?? [];
  return day === undefined ? Number.NaN : Date.parse(`${day}T${time}${zone.replace(/(\d\d):?(\d\d)$/, '$1:$2')}`);
}

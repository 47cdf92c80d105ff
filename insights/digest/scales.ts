/** The scales of a shop: attributes whose options have an order, as the operator has set them. */

export interface ScaleSetting {
  readonly name: string;
  /** From the one end to the other. */
  readonly options: readonly string[];
  /** `two` where the best is in the middle. */
  readonly ends: 'two' | 'one';
}

const MOST_SCALES = 20;
const MOST_OPTIONS = 11;

/**
 * Reads `Size: Smaller < [As expected] < Larger; Comfort: Poor < Fine < Great`. An option in brackets is the best: its
 * scale has two ends.
 * @throws Error that names what is wrong.
 */
export function readScales(text: string): ScaleSetting[] {
  const scales = text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(readScale);
  if (scales.length > MOST_SCALES) throw new Error(`must name at most ${MOST_SCALES} scales`);
  const names = scales.map(({ name }) => sameAs(name));
  const twice = scales.find(({ name }, index) => names.indexOf(sameAs(name)) !== index);
  if (twice) throw new Error(`names the scale ${JSON.stringify(twice.name)} twice`);
  return scales;
}

function readScale(part: string): ScaleSetting {
  const colon = part.indexOf(':');
  const name = part.slice(0, colon).trim();
  if (colon < 0 || !name)
    throw new Error(`must be scales such as "Size: Smaller < [As expected] < Larger", not ${JSON.stringify(part)}`);
  const given = part
    .slice(colon + 1)
    .split('<')
    .map((option) => option.trim());
  const options = given.map((option) => (isBest(option) ? option.slice(1, -1).trim() : option));
  if (options.length < 2 || options.length > MOST_OPTIONS)
    throw new Error(`must give the scale ${JSON.stringify(name)} 2 to ${MOST_OPTIONS} options, with < between them`);
  if (options.some((option) => !option)) throw new Error(`gives the scale ${JSON.stringify(name)} an empty option`);
  if (new Set(options.map(sameAs)).size < options.length)
    throw new Error(`gives the scale ${JSON.stringify(name)} an option twice`);
  const best = given.flatMap((option, index) => (isBest(option) ? [index] : []));
  if (best.length > 1 || best[0] === 0 || best[0] === options.length - 1)
    throw new Error(`must put brackets around one option of the scale ${JSON.stringify(name)}, between its ends`);
  return { name, options, ends: best.length === 1 ? 'two' : 'one' };
}

const isBest = (option: string): boolean => option.startsWith('[') && option.endsWith(']');

/** Names and options are the same in whatever case they are written. */
export const sameAs = (text: string): string => text.trim().toLowerCase();

/** The reviewers' choices: attributes to narrow a list by, scales, and how many would recommend the product. */
import type { AttributeCounts, Digest, OptionCount, Scale } from '../../contract/entities/digest.ts';
import type { ProductAttribute, ReviewAttribute } from '../../contract/entities/entities.ts';
import { maskPersonalData } from '../../server-kit/personal-data.ts';
import { compare } from '../terms/mentions.ts';
import { sameAs, type ScaleSetting } from './scales.ts';

const MOST_ATTRIBUTES = 20;
const MOST_OPTIONS = 20;
/** An option that no product declares may be free text: it is shown once so many have chosen it. */
const ENOUGH_CHOICES = 3;
/** Different values of one attribute that are told apart; whatever comes after them is free text. */
const MOST_VALUES = 200;
const MOST_NAMES = 100;

/** Words of a question whether somebody would recommend a product, in the languages of the elements. */
const asksToRecommend =
  /recommend|empfehl|recommand|recomend|recomiend|consigl|raccomand|aanbevel|aanrad|polec|توصي|أنصح|おすすめ|推奨/iu;
const yes = new Set(['yes', 'ja', 'oui', 'sí', 'si', 'sì', 'tak', 'sim', 'نعم', 'はい', 'true', '1']);
const no = new Set(['no', 'nein', 'non', 'nee', 'nie', 'não', 'لا', 'いいえ', 'false', '0']);

/** Counts choices, by attribute and option. */
export class Choices {
  readonly #counts = new Map<string, Map<string, number>>();

  add(attributes: readonly ReviewAttribute[]): void {
    for (const { name, value } of attributes) {
      let options = this.#counts.get(name);
      if (!options) {
        if (this.#counts.size >= MOST_NAMES) continue;
        this.#counts.set(name, (options = new Map()));
      }
      const count = options.get(value);
      if (count !== undefined || options.size < MOST_VALUES) options.set(value, (count ?? 0) + 1);
    }
  }

  summarise(
    declared: readonly ProductAttribute[],
    settings: readonly ScaleSetting[],
  ): Pick<Digest, 'attributes' | 'scales' | 'recommended'> {
    const scales = settings.flatMap((setting) => this.#scale(setting) ?? []);
    const ordered = new Set(settings.map(({ name }) => sameAs(name)));
    const rest = [...this.#counts].filter(([name]) => !ordered.has(sameAs(name)));
    const asked = rest.find(([name, options]) => isRecommendation(name, options));
    const attributes = rest
      .filter((one) => one !== asked)
      .flatMap(([name, options]) => listed(name, options, declared) ?? []);
    return {
      scales,
      recommended: asked ? countYes(asked[1]) : null,
      attributes: attributes.slice(0, MOST_ATTRIBUTES),
    };
  }

  #scale({ name, options, ends }: ScaleSetting): Scale | null {
    const counts = options.map(() => 0);
    const places = new Map(options.map((option, index) => [sameAs(option), index]));
    for (const [given, values] of this.#counts) {
      if (sameAs(given) !== sameAs(name)) continue;
      for (const [value, times] of values) {
        const place = places.get(sameAs(value));
        if (place !== undefined) counts[place] = counts[place]! + times;
      }
    }
    const count = counts.reduce((sum, times) => sum + times, 0);
    if (count === 0) return null;
    const sum = counts.reduce((total, times, place) => total + times * place, 0);
    return {
      name,
      ends,
      options: options.map((value, place) => ({ value, count: counts[place]! })),
      mean: Math.round((sum / count / (options.length - 1)) * 1_000) / 1_000,
      count,
    };
  }
}

function listed(
  name: string,
  options: ReadonlyMap<string, number>,
  declared: readonly ProductAttribute[],
): AttributeCounts | null {
  const known = new Set(
    declared.filter((attribute) => sameAs(attribute.name) === sameAs(name)).flatMap((attribute) => attribute.options),
  );
  const counts: OptionCount[] = [...options]
    .filter(([value, count]) => value !== '' && (known.has(value) || count >= ENOUGH_CHOICES))
    // A value that has to be masked cannot be chosen by its name.
    .filter(([value]) => maskPersonalData(value) === value)
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count || compare(one.value, other.value));
  return counts.length === 0 || maskPersonalData(name) !== name
    ? null
    : { name, options: counts.slice(0, MOST_OPTIONS) };
}

function isRecommendation(name: string, options: ReadonlyMap<string, number>): boolean {
  const values = [...options.keys()].map(sameAs);
  return asksToRecommend.test(name) && values.every((value) => yes.has(value) || no.has(value));
}

function countYes(options: ReadonlyMap<string, number>): { yes: number; count: number } {
  let agreed = 0;
  let count = 0;
  for (const [value, times] of options) {
    count += times;
    if (yes.has(sameAs(value))) agreed += times;
  }
  return { yes: agreed, count };
}

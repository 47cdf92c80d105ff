import { people } from './files.ts';
import type { Random } from './random.ts';
import type { Culture, Language } from './schemas.ts';
import type { DemoAuthor } from './types.ts';

/** How somebody types, whatever they write. */
export type Hand = 'tidy' | 'lowercase' | 'typos' | 'exclaiming' | 'no-apostrophes';

export interface Person {
  author: DemoAuthor;
  language: Language;
  hand: Hand;
  reviewed: Set<string>;
}

/** The customers of a business, made as they are needed. Some come back and review another product. */
export class Customers {
  readonly authors: DemoAuthor[] = [];
  readonly #random: Random;
  readonly #people: Person[] = [];
  readonly #mailHost: string;

  constructor(random: Random, mailHost: string) {
    this.#random = random;
    this.#mailHost = mailHost;
  }

  /** Staff answer questions, and do not review their own shop. */
  addStaff(): void {
    this.authors.push(...people.staff.map((person) => ({ ...person, location: null, numHelpfulVotes: 0 })));
  }

  /** Somebody who has not yet reviewed `subject`, and writes `language` when one is given. */
  reviewerOf(subject: string, language?: Language): Person {
    if (this.#people.length > 60 && this.#random.chance(0.34)) {
      for (let attempt = 0; attempt < 6; attempt++) {
        const known = this.#random.pick(this.#people);
        if (!known.reviewed.has(subject) && (language === undefined || known.language === language)) {
          known.reviewed.add(subject);
          return known;
        }
      }
    }
    const person = this.#newPerson(language);
    person.reviewed.add(subject);
    return person;
  }

  /** Somebody made to measure, for a hard case. */
  add(author: DemoAuthor): void {
    this.authors.push(author);
  }

  #newPerson(language?: Language): Person {
    const random = this.#random;
    const culture = this.#culture(language);
    const firstName = random.pick(culture.firstNames);
    const lastInitial = random.pick([...culture.lastInitials]);
    const number = this.authors.length + 1;
    const latin =
      firstName
        .normalize('NFD')
        .replace(/[^A-Za-z]/gu, '')
        .toLowerCase() || culture.language;
    const person: Person = {
      author: {
        key: `customer-${number}`,
        username: `${latin}-${lastInitial.toLowerCase()}-${number}`,
        firstName,
        lastInitial,
        email: `${latin}.${lastInitial.toLowerCase()}${number}@${this.#mailHost}`,
        location: random.chance(0.72) ? random.pick(culture.places) : null,
        numHelpfulVotes: 0,
      },
      language: culture.language,
      hand: random.weighted([
        ['tidy', 74],
        ['lowercase', 8],
        ['typos', 7],
        ['exclaiming', 6],
        ['no-apostrophes', 5],
      ] as const),
      reviewed: new Set(),
    };
    this.#people.push(person);
    this.authors.push(person.author);
    return person;
  }

  #culture(language?: Language): Culture {
    const candidates = people.cultures.filter((culture) => language === undefined || culture.language === language);
    const index = this.#random.weighted(candidates.map((culture, at) => [at, culture.weight] as const));
    return candidates[index] as Culture;
  }
}

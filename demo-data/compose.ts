import type { Hand } from './authors.ts';
import type { Deck, Random } from './random.ts';
import type { KindTexts } from './schemas.ts';
import type { Rating } from './types.ts';

interface Written {
  title: string;
  text: string;
}

/** Puts a review together from the lines of its kind; every line is used once before any is used twice. */
export function composeReview(random: Random, deck: Deck, texts: KindTexts, sku: string, rating: Rating): Written {
  if (rating < 3) return composeGrievance(random, deck, texts, sku, rating);
  return { title: deck.draw(texts.titles[rating as 3 | 4 | 5]), text: composeText(random, deck, texts, sku, rating) };
}

function composeGrievance(random: Random, deck: Deck, texts: KindTexts, sku: string, rating: Rating): Written {
  const title = deck.draw(texts.titles.low);
  if (random.chance(0.12))
    return { title, text: `${deck.draw(texts.brief.unhappy)} ${deck.draw(texts.closings.unhappy)}` };
  const [named = title, trouble = named] = deck.draw(texts.troubles).split(' | ');
  const sentences = [trouble];
  if (rating === 2 && random.chance(0.4)) sentences.unshift(...looksOf(random, deck, texts, sku));
  if (random.chance(0.6)) sentences.push(deck.draw(texts.closings.unhappy));
  return { title: random.chance(0.6) ? named : title, text: sentences.join(' ') };
}

function composeText(random: Random, deck: Deck, texts: KindTexts, sku: string, rating: Rating): string {
  switch (rating) {
    case 5: {
      if (random.chance(0.27)) return briefly(random, deck, texts.brief.happy, 2);
      const sentences = praise(
        random,
        deck,
        texts,
        sku,
        random.weighted([
          [1, 22],
          [2, 40],
          [3, 26],
          [4, 12],
        ]),
      );
      if (random.chance(0.34)) sentences.unshift(deck.draw(texts.openings));
      if (random.chance(0.38)) sentences.push(deck.draw(texts.closings.happy));
      return paragraphs(random, sentences);
    }
    case 4: {
      if (random.chance(0.16)) return `${deck.draw(texts.brief.fair)} ${deck.draw(texts.brief.happy)}`;
      const sentences = [...praise(random, deck, texts, sku, random.integer(1, 3)), deck.draw(texts.gripes)];
      if (random.chance(0.2)) sentences.unshift(deck.draw(texts.openings));
      if (random.chance(0.45)) sentences.push(deck.draw(texts.closings.fair));
      return paragraphs(random, sentences);
    }
    default: {
      const sentences = random.chance(0.35) ? [deck.draw(texts.gripes)] : [];
      sentences.push(deck.draw(texts.mixed));
      if (random.chance(0.3)) sentences.unshift(...looksOf(random, deck, texts, sku));
      return sentences.join(' ');
    }
  }
}

function briefly(random: Random, deck: Deck, lines: readonly string[], most: number): string {
  const first = deck.draw(lines);
  if (most < 2 || random.chance(0.3)) return first;
  const second = deck.draw(lines);
  return second === first ? first : `${first} ${second}`;
}

/** One line of each of `count` topics in their usual order, often with the looks of the product first. */
function praise(random: Random, deck: Deck, texts: KindTexts, sku: string, count: number): string[] {
  const all = Object.values(texts.topics);
  const topics = random
    .shuffle(all)
    .slice(0, count)
    .sort((one, other) => all.indexOf(one) - all.indexOf(other));
  const looks = texts.looks[sku];
  if (looks !== undefined && random.chance(0.55)) topics[0] = looks;
  return topics.map((lines) => deck.draw(lines));
}

/** Even the unhappy may grant that a thing is pretty. */
function looksOf(random: Random, deck: Deck, texts: KindTexts, sku: string): string[] {
  const looks = texts.looks[sku];
  return looks === undefined || random.chance(0.2) ? [] : [deck.draw(looks)];
}

/** Long ones get a blank line somewhere, as people do on a phone. */
function paragraphs(random: Random, sentences: readonly string[]): string {
  if (sentences.length < 4 || random.chance(0.45)) return sentences.join(' ');
  const at = random.integer(1, sentences.length - 2);
  return `${sentences.slice(0, at + 1).join(' ')}\n\n${sentences.slice(at + 1).join(' ')}`;
}

const slips: readonly (readonly [RegExp, string])[] = [
  [/\breceived\b/u, 'recieved'],
  [/\bdefinitely\b/u, 'definately'],
  [/\bthe (?=colour|box|handle|dishwasher|light|pictures)/u, 'teh '],
  [/\breally\b/u, 'realy'],
  [/\bbeautiful\b/u, 'beautifull'],
  [/\bcolour\b/u, 'coulour'],
  [/\bdisappointed\b/iu, 'dissapointed'],
  [/\bfavourite\b/u, 'favorite'],
  [/\bits\b/u, 'it’s'],
  [/\bwhich\b/u, 'wich'],
  [/\bperfectly\b/u, 'perfecly'],
  [/, /u, ' ,'],
  [/\ba lot\b/u, 'alot'],
  [/\btoo\b/u, 'to'],
  [/\bquite\b/u, 'quiet'],
  [/\bbecause\b/u, 'becuase'],
];

/** The same text as a person of that hand would have typed it. */
export function inHandOf(hand: Hand, random: Random, text: string): string {
  switch (hand) {
    case 'tidy':
      return text;
    case 'lowercase':
      return text.toLowerCase().replace(/\.$/u, '');
    case 'no-apostrophes':
      return text.replaceAll('’', '');
    case 'exclaiming':
      return text.replace(/\.(?=\s|$)/gu, () => (random.chance(0.45) ? '!' : '.')).replace(/\.$/u, '!!');
    case 'typos': {
      const fitting = random.shuffle(slips.filter(([right]) => right.test(text))).slice(0, 2);
      return fitting.reduce((typed, [right, wrong]) => typed.replace(right, wrong), text);
    }
  }
}

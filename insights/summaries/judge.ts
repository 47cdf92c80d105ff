/**
 * Judges what a model wrote. It may have misunderstood, made things up, praised alone, or done what a review told it
 * to: nothing is kept of it but plain sentences in the language of the reviews, each resting on several of these.
 */
import { FEWEST_WARNING, findDanger, isElsewhere } from '../language/delicate.ts';
import type { Insight } from '../kept.ts';
import { makeGists } from '../language/gist-maker.ts';
import { FEWEST_SENTENCES, type Shares } from './kept.ts';
import { isFair } from './fairness.ts';
import { Grounds, type Evidence } from './grounds.ts';
import type { SentReview } from './sent-reviews.ts';
import { MOST_SENTENCES, readClaims, type Claim } from './plain-sentences.ts';

export interface Asked extends Evidence {
  /** Of all reviews in that language. */
  readonly shares: Shares;
}

/** Either sentences, or why there are none, for the log. */
export type Judged = { readonly sentences: readonly Insight[] } | { readonly refused: string };

export async function judge(written: string, { shares, ...evidence }: Asked): Promise<Judged> {
  const claims = readClaims(written);
  if (!claims) return { refused: 'it is not the JSON that was asked for' };
  const spoken = await inLanguage(claims, evidence.language);
  if (!spoken) return { refused: 'it is in another language than the reviews' };
  const grounds = await Grounds.of(evidence);
  const kept: { readonly isWarning: boolean; readonly sentence: Insight; readonly ratings: readonly number[] }[] = [];
  for (const claim of spoken) {
    const carrying = isElsewhere(claim.text, evidence.language) ? null : grounds.find(claim);
    if (!carrying) continue;
    const isWarning = findDanger(claim.text, evidence.language) !== null;
    if (isWarning && !isVouchedFor(carrying)) continue;
    kept.push({
      isWarning,
      sentence: { title: null, text: claim.text, grounds: carrying.map(({ id, hash }) => ({ id, hash })) },
      ratings: carrying.map(({ rating }) => rating),
    });
  }
  // A warning is not left out for want of room. Sorting keeps the order of the others.
  kept.sort((one, other) => Number(other.isWarning) - Number(one.isWarning)).splice(MOST_SENTENCES);
  if (kept.length < FEWEST_SENTENCES) return { refused: 'too few of its sentences rest on several reviews' };
  const isOneSided = !isFair(
    shares,
    kept.map(({ ratings }) => ratings),
  );
  if (isOneSided) return { refused: 'critical or favourable reviews have no say in it' };
  return { sentences: kept.map(({ sentence }) => sentence) };
}

/** By different people whom an order led there. */
const isVouchedFor = (carrying: readonly SentReview[]): boolean =>
  new Set(carrying.filter(({ isVerified }) => isVerified).map(({ witness }) => witness)).size >= FEWEST_WARNING;

/** A short sentence may be in any language; what is certain to be in another one goes. Null where all of it is. */
async function inLanguage(claims: readonly Claim[], language: string): Promise<Claim[] | null> {
  const texts = [...claims.map(({ text }) => text), claims.map(({ text }) => text).join(' ')];
  const found = (await makeGists(texts.map((content) => ({ title: '', content })))).map((gist) => gist.language);
  const fits = (index: number) => found[index] === '' || found[index] === language;
  return fits(claims.length) ? claims.filter((_claim, index) => fits(index)) : null;
}

/** The line below a list of reviews, made from the numbers behind them. */
import { sumOf } from '../../contract/averages.ts';
import type { Transparency } from '../../contract/entities/transparency.ts';
import { HIDDEN_THERE } from '../../contract/removal-reasons.ts';
import english from '../locales/en/numbers.json' with { type: 'json' };
import { addEnglish } from '../locales/i18n.ts';
import type { PlauditElement } from './element.ts';

addEnglish(english);

/** Below this many removals, a share says nothing. */
const FEW = 5;
/** How much more often than those with four and five stars the others may have been removed. */
const MOST_UNEVEN = 1.5;

/** Whether the numbers say that stars do not decide which reviews are shown. */
export function isEven({ stars, removed }: Transparency): boolean {
  const share = (ratings: readonly (1 | 2 | 3 | 4 | 5)[]) => {
    const of = ratings.map((rating) => stars[rating]);
    const gone = sumOf(of.map((one) => one.removed + (one.waiting ?? 0)));
    const all = gone + sumOf(of.map((one) => one.published));
    return { gone, share: all ? gone / all : 0 };
  };
  const [low, high] = [share([1, 2, 3]), share([4, 5])];
  // It may have been hidden for its stars by whoever collected it.
  const explained = sumOf(Object.values(removed.reasons)) - (removed.reasons[HIDDEN_THERE] ?? 0);
  return explained === removed.total && (low.gone < FEW || low.share <= high.share * MOST_UNEVEN);
}

/**
 * @param counts - published reviews, and those of verified buyers among them
 * @param numbers - null where only the published ones are known
 */
export function lineOf(
  { t }: Pick<PlauditElement, 't'>,
  { published, verified }: Pick<Transparency, 'published' | 'verified'>,
  numbers: Transparency | null,
): () => string {
  const { total } = numbers?.removed ?? {};
  return () =>
    [
      verified && t('verifiedAre', { n: verified }),
      verified < published && t(verified ? 'notVerified' : 'noneVerified'),
      total === 0 && t('noneRemoved'),
      total && t('wereRemoved', { n: total }),
      total && isEven(numbers!) && t('evenly'),
    ]
      .filter(Boolean)
      .join(' ');
}

/**
 * The line below a list of reviews, made from the numbers behind them. Free of imports from the bundle like the
 * lightbox, since it loads late.
 */
import type { Transparency } from '../../contract/transparency.ts';
import { numbers as english } from '../locales/more/en/numbers.ts';
import { followMoreWords, type Speaker } from '../locales/more/index.ts';

/** Below this many removals, a share says nothing. */
const FEW = 5;
/** How much more often than those with four and five stars the others may have been removed. */
const MOST_UNEVEN = 1.5;

/** Whether the numbers say that stars do not decide which reviews are shown. */
export function isEven({ stars, removed }: Transparency): boolean {
  const share = (ratings: readonly (1 | 2 | 3 | 4 | 5)[]) => {
    const of = ratings.map((rating) => stars[rating]);
    const gone = of.reduce((all, one) => all + one.removed + (one.waiting ?? 0), 0);
    const all = of.reduce((sum, one) => sum + one.removed + (one.waiting ?? 0) + one.published, 0);
    return { gone, share: all ? gone / all : 0 };
  };
  const [low, high] = [share([1, 2, 3]), share([4, 5])];
  const explained = Object.values(removed.reasons).reduce((all, count) => all + count, 0);
  return explained === removed.total && (low.gone < FEW || low.share <= high.share * MOST_UNEVEN);
}

/**
 * @param counts - published reviews, and those of verified buyers among them
 * @param numbers - null where only the published ones are known
 */
export async function lineOf(
  host: Speaker,
  { published, verified }: Pick<Transparency, 'published' | 'verified'>,
  numbers: Transparency | null,
): Promise<() => string> {
  const say = await followMoreWords(host, english);
  const { total } = numbers?.removed ?? {};
  return () =>
    [
      verified && say('verifiedAre', { n: verified }),
      verified < published && say(verified ? 'notVerified' : 'noneVerified'),
      total === 0 && say('noneRemoved'),
      total && say('wereRemoved', { n: total }),
      total && isEven(numbers!) && say('evenly'),
    ]
      .filter(Boolean)
      .join(' ');
}

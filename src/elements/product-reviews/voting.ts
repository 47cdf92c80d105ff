/**
 * Casts, changes and takes back votes, and remembers them on this device. Loaded when a shopper votes, or has voted
 * before.
 */
import type { ProductReview } from '../../../contract/entities/entities.ts';
import type { Reading, ReviewsElement, Vote } from '../../element/reviews.ts';
import english from '../../locales/en/voting.json' with { type: 'json' };
import { addEnglish } from '../../locales/i18n.ts';
import { emit } from '../../page/events.ts';
import { toFailure } from '../../source/failure.ts';
import { toJson } from '../../source/json.ts';
import { randomId } from '../../source/random-id.ts';

type Host = ReviewsElement<ProductReview>;

addEnglish(english);

const KEY = 'plaudit-votes';
/** Most votes to remember; the oldest are forgotten. */
const MOST = 300;

/** Votes of this device, the latest last. Storage may be off or full, and holds what anybody wrote there. */
function readVotes(): Map<number, Vote> {
  try {
    const entries = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown[];
    return new Map(
      entries.filter(
        (entry): entry is [number, Vote] =>
          Array.isArray(entry) &&
          Number.isSafeInteger(entry[0]) &&
          (entry[1] === 'positive' || entry[1] === 'negative'),
      ),
    );
  } catch {
    return new Map();
  }
}

function remember(id: number, vote: Vote | undefined): void {
  const votes = readVotes();
  votes.delete(id);
  if (vote) votes.set(id, vote);
  try {
    localStorage.setItem(KEY, toJson([...votes].slice(-MOST)));
  } catch {
    // The vote counts all the same.
  }
}

/** Shows which of the reviews the shopper has voted on before. */
export function recall(host: Host): void {
  for (const [id, vote] of readVotes()) if (!host.reading(id).vote) host.note(id, { vote });
}

/** The thumb that was pressed answers, for those who like motion. */
function nod(host: Host): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const thumb = host.shadowRoot!.activeElement?.querySelector('svg');
  thumb?.animate({ rotate: ['0deg', '-16deg', '0deg'], scale: [1, 1.25, 1] }, 180);
}

/** Idempotency keys of votes whose answer never came: cast again, such a vote is the same. */
const unanswered = new Map<string, string>();

/** Once is enough. */
let isThanked = false;

/** Votes; the same vote again takes it back. */
export async function vote(host: Host, review: ProductReview, kind: Vote): Promise<void> {
  const { id } = review;
  const before = host.reading(id);
  if (before.isSending) return;
  const now = before.vote === kind ? undefined : kind;
  const counts =
    before.of === review
      ? before.counts!
      : { positive: review.num_positive_votes, negative: review.num_negative_votes };
  const changed = { ...counts };
  if (before.vote) changed[before.vote] = Math.max(0, changed[before.vote] - 1);
  if (now) changed[now]++;
  const shown: Reading = { vote: now, of: review, counts: changed, note: undefined, isSending: true };
  host.note(id, shown);
  if (now) nod(host);
  const body = {
    review_id: `${id}`,
    vote: now ?? 'none',
    ...(before.vote && now && { replace: '1' as const }),
  } as const;
  const described = JSON.stringify(body);
  const key = unanswered.get(described) ?? randomId();
  unanswered.delete(described);
  const tell = (outcome: keyof typeof english) => host.note(id, { note: () => host.t(outcome) });
  try {
    const { queued } = await host.source.send('voteOnProductReview', body, key);
    remember(id, now);
    host.note(id, { isSending: false });
    if (now && !isThanked) tell('voted');
    isThanked ||= !!now;
    emit(host, 'plaudit-vote', { reviewId: id, vote: now ?? null, queued: !!queued });
  } catch (error) {
    const { code, status } = toFailure(error);
    if (!status) unanswered.set(described, key);
    // Each of them, since what is absent stays as it is.
    host.note(id, { vote: before.vote, isSending: false, of: review, counts });
    tell(code === 404 || status === 409 ? 'votedBefore' : 'voteFailed');
  }
}

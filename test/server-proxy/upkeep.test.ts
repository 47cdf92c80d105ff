/** What is read again of a mirror that is whole, part by part: when it is due, and what holds it up. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PartName } from '../../server-proxy/mirror/parts/parts.ts';
import type { OwnTask, Planned } from '../../server-proxy/mirror/plan/planned.ts';
import { paceOf } from '../../server-proxy/mirror/plan/schedule.ts';
import { figures, heads, sweeps } from '../../server-proxy/mirror/plan/upkeep.ts';
import type { Outlook } from '../../api-client/budget.ts';
import { all, calls, mirrored, now, SECOND, shop, walked, type Parts } from './planned-shop.ts';

const MINUTE = 60 * SECOND;
const pace = paceOf(false, 1);
const moment = (outlook: Outlook | null = null) => ({ now, date: now, pace, calls: outlook });
const whole = (more: Partial<Planned> = {}, but: Parts = {}) => shop(all(mirrored(), but), more);
const retryIn = (ms: number) => ({ retryAt: now + ms });
/** The task for a part: in how many milliseconds it is due. */
const dueIn = (tasks: readonly OwnTask[], part: PartName, kind?: OwnTask['kind']): number[] =>
  tasks.filter((one) => one.part === part && (kind ?? one.kind) === one.kind).map(({ at }) => at - now);

describe('figures of the business', () => {
  test('are not asked for before there are any, nor twice at a time', () => {
    assert.deepEqual(figures(shop({}), moment()), []);
    assert.deepEqual(figures(whole({ hasNewReviews: true, underWay: new Set(['business']) }), moment()), []);
    assert.deepEqual(
      figures(whole({ underWay: new Set(['reviews']) }), moment()).map(({ part, at }) => [part, at - now]),
      [['business', 539 * SECOND]],
    );
  });
});

describe('a head', () => {
  test('is read of what has one, once it is mirrored', () => {
    assert.deepEqual(heads(shop({}), moment()), []);
    assert.deepEqual(
      heads(whole(), moment()).map(({ part }) => part),
      ['productReviews', 'productQuestions', 'reviews', 'comments', 'questions'],
    );
  });

  test('is read during a walk that is long, so that what is new shows meanwhile', () => {
    const walking = (start: number) => shop({ productReviews: { ...walked(start), headReadAt: now } });
    assert.deepEqual(dueIn(heads(walking(2_001), moment()), 'productReviews'), [pace.headMs]);
    assert.deepEqual(dueIn(heads(walking(2_000), moment()), 'productReviews'), []);
  });

  test('that was never read is due at once, and during a walk when what was walked is old', () => {
    const unread = whole({}, { reviews: { ...mirrored(), headReadAt: null } });
    assert.ok(dueIn(heads(unread, moment()), 'reviews')[0]! < 0);
    assert.deepEqual(dueIn(heads(unread, moment(calls())), 'reviews'), [pace.headMs - SECOND]);
  });

  test('waits while its part is read, or has failed', () => {
    assert.deepEqual(dueIn(heads(whole({ underWay: new Set(['reviews']) }), moment()), 'reviews'), []);
    const failed = whole({ failures: new Map([['head reviews', retryIn(5 * MINUTE)]]) });
    assert.deepEqual(dueIn(heads(failed, moment()), 'reviews'), [5 * MINUTE]);
    assert.deepEqual(dueIn(heads(failed, moment()), 'comments'), [pace.headMs - SECOND]);
  });
});

describe('a sweep', () => {
  const walks = (more: Partial<Planned> = {}, but: Parts = {}) =>
    whole({ sweepsLeft: new Map([['reviews', 2]]), lastSweepStepAt: now, ...more }, but);

  test('that was asked for goes on at once, and begins a minute after the one before', () => {
    const under = { reviews: { ...mirrored(), nextStart: 95 } };
    assert.ok(dueIn(sweeps(walks({}, under), moment()), 'reviews')[0]! <= 0);
    assert.deepEqual(dueIn(sweeps(walks(), moment()), 'reviews'), [MINUTE - SECOND]);
    const never = { reviews: { ...mirrored(), sweptAt: null } };
    assert.ok(dueIn(sweeps(walks({}, never), moment()), 'reviews')[0]! <= 0);
  });

  test('that was asked for waits while its part is read, is not mirrored, or has failed', () => {
    assert.deepEqual(dueIn(sweeps(walks({ underWay: new Set(['reviews']) }), moment()), 'reviews'), []);
    assert.deepEqual(dueIn(sweeps(walks({}, { reviews: walked(95) }), moment()), 'reviews'), []);
    const failed = walks({ failures: new Map([['sweep reviews', retryIn(5 * MINUTE)]]) });
    assert.deepEqual(dueIn(sweeps(failed, moment()), 'reviews'), [5 * MINUTE]);
  });

  test('takes no part that is not mirrored, nor one that fails', () => {
    assert.deepEqual(sweeps(shop({}), moment()), []);
    const one = shop({ comments: mirrored() });
    assert.deepEqual(
      sweeps(one, moment()).map(({ part }) => part),
      ['comments'],
    );
    const failed = (ms: number) => sweeps({ ...one, failures: new Map([['sweep comments', retryIn(ms)]]) }, moment());
    assert.deepEqual(failed(1), []);
    assert.equal(failed(0).length, 1);
  });

  test('makes a step a minute beside a first walk, and never takes its calls', () => {
    const large = whole({ lastSweepStepAt: now }, { reviews: mirrored(300), questions: walked(0) });
    assert.deepEqual(dueIn(sweeps(large, moment()), 'reviews'), [pace.sweepMs]);
    assert.deepEqual(dueIn(sweeps(large, moment(calls())), 'reviews'), [MINUTE]);
    const none = calls(0, { sweep: { at: now + 5 * MINUTE, certain: true } });
    assert.deepEqual(dueIn(sweeps(large, moment(none)), 'reviews'), [5 * MINUTE]);
  });
});

describe('a refresh of one product between the steps of a sweep', () => {
  const refreshes = (more: Partial<Planned>, size = 3_000, outlook: Outlook | null = null) =>
    dueIn(
      sweeps(
        whole(
          { lastSweepStepAt: now, sweepSteps: 5, mostWanted: () => 'A', ...more },
          { productReviews: mirrored(size) },
        ),
        moment(outlook),
      ),
      'productReviews',
      'refresh',
    );

  test('is every fifth step, where the sweep is long and somebody looks at anything', () => {
    assert.deepEqual(refreshes({}), [pace.sweepMs]);
    assert.deepEqual(refreshes({ sweepSteps: 4 }), []);
    assert.deepEqual(refreshes({ mostWanted: () => undefined }), []);
    assert.deepEqual(refreshes({}, 2_000), []);
  });

  test('is one at a time, in its turn, once one that failed may be made again', () => {
    const again = { toRefresh: new Set(['A']) };
    assert.deepEqual(refreshes({ ...again, sweepSteps: 4 }, 10), [pace.sweepMs]);
    assert.deepEqual(refreshes({ ...again, underWay: new Set(['refresh']) }), []);
    assert.deepEqual(refreshes({ ...again, failures: new Map([['refresh', retryIn(MINUTE)]]) }), [MINUTE]);
    const none = calls(0, { sweep: { at: now + 5 * MINUTE, certain: true } });
    assert.deepEqual(refreshes(again, 10, none), [5 * MINUTE]);
  });
});

/** Every shape of a date that servers write, and what only looks like one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDateTime, formatRfc, parseDateTime } from '../../contract/entities/dates.ts';

const at = (...parts: [number, number, number, number?, number?, number?, number?]) => Date.UTC(...parts);

test('every shape is the moment that it names, and a day alone is its beginning', () => {
  for (const [text, time, hasTime] of [
    ['2026-11-03', at(2026, 10, 3), false],
    ['2026/1/3', at(2026, 0, 3), false],
    ['2026-11-03 09:15:07', at(2026, 10, 3, 9, 15, 7), true],
    ['2026/11/03 9:15', at(2026, 10, 3, 9, 15), true],
    ['  2026-11-03T09:15:07Z ', at(2026, 10, 3, 9, 15, 7), true],
    ['2026-11-03t09:15:07z', at(2026, 10, 3, 9, 15, 7), true],
    ['2026-11-03T09:15:07.25Z', at(2026, 10, 3, 9, 15, 7, 250), true],
    ['2026-11-03T09:15:07.999999999Z', at(2026, 10, 3, 9, 15, 7, 999), true],
    ['2026-11-03T09:15:07 +01:00', at(2026, 10, 3, 8, 15, 7), true],
    ['2026-11-03T09:15:07-0330', at(2026, 10, 3, 12, 45, 7), true],
    ['0001-01-01', Date.parse('0001-01-01T00:00:00Z'), false],
  ] as const)
    assert.deepEqual(parseDateTime(text), { time, hasTime }, text);
});

test('what only looks like a date, or does not exist, is none', () => {
  for (const text of [
    '2026-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-11-00',
    '2026-13-01',
    '2026-11/03',
    '2026-11-03 24:00:00',
    '2026-11-03 09:60:00',
    '2026-11-03 09:15:60',
    '2026-11-03 09',
    '2026-11-03T09:15:07+1',
    '2026-11-03T09:15:07.Z',
    '2026-11-03T09:15:07.1234567890Z',
    '2026-11-03 09:15:07 o’clock',
    'on 2026-11-03',
    '12026-11-03',
    '26-11-03',
    '2026-111-03',
    '2026-11-033',
    '',
  ])
    assert.equal(parseDateTime(text), null, text);
});

test('a moment is written in UTC, in two shapes', () => {
  const time = at(2026, 0, 2, 3, 4, 5, 999);
  assert.deepEqual([formatDateTime(time), formatRfc(time)], ['2026-01-02 03:04:05', '2026-01-02T03:04:05+00:00']);
});

/** Value by value, how what servers send becomes what we hold: a value that is read wrongly looks like data. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { strict, tolerant, type FieldKit } from '../../contract/entities/fields.ts';

type FieldName = Exclude<keyof FieldKit, 'object' | 'list' | 'loose' | 'optional'>;
/** What a field makes of a value; 'refused' where it has none. */
const read = (kit: FieldKit, field: FieldName, value: unknown): unknown => {
  const { success, data } = kit[field].safeParse(value);
  return success ? data : 'refused';
};

const refused = 'refused';
const tables: Partial<Record<FieldName, readonly (readonly [value: unknown, is: unknown])[]>> = {
  text: [
    ['a', 'a'],
    [12, '12'],
    [true, 'true'],
    [null, ''],
    [undefined, ''],
    ['a\0b\ud800', 'ab\ufffd'],
    ['x'.repeat(70_000), 'x'.repeat(65_536)],
    [['a'], refused],
  ],
  optionalText: [
    ['a', 'a'],
    [0, '0'],
    [true, 'true'],
    [false, null],
    ['', null],
    [null, null],
    [undefined, null],
    [{}, refused],
  ],
  number: [
    [1.5, 1.5],
    ['1.5', 1.5],
    [' -1.25 ', -1.25],
    ['+12.', 12],
    ['.75', 0.75],
    ['1e3', 1000],
    ['1E+12', 1e12],
    ['15e-1', 1.5],
    ['1e', 0],
    ['e1', 0],
    ['1.2.3', 0],
    ['x1', 0],
    ['1x', 0],
    ['.', 0],
    ['.x', 0],
    ['', 0],
    ['1e999', 0],
    ['0'.repeat(99) + '7', 7],
    ['0'.repeat(100) + '7', 0],
    [Infinity, 0],
    [true, 0],
    [null, 0],
  ],
  optionalNumber: [
    ['2.5', 2.5],
    [NaN, null],
    ['none', null],
    [false, null],
  ],
  integer: [
    ['12', 12],
    [12.9, 12],
    ['-12.9', -12],
    ['x', 0],
    [null, 0],
  ],
  optionalInteger: [
    ['12.9', 12],
    ['x', null],
    [undefined, null],
  ],
  id: [
    ['7', 7],
    [7, 7],
    ['7.5', refused],
    [0, refused],
    [-1, refused],
    ['', refused],
    [null, refused],
  ],
  stars: [
    ['4', 4],
    [4.4, 4],
    ['4.5', 5],
    [1, 1],
    [5, 5],
    [0, refused],
    [0.4, refused],
    [6, refused],
    ['five', refused],
    [null, refused],
  ],
  rating: [
    ['4.5', 4.5],
    [1, 1],
    [5, 5],
    [0, null],
    [0.9, null],
    [5.1, null],
    ['none', null],
  ],
  boolean: [
    [true, true],
    [1, true],
    ['1', true],
    ['Yes', true],
    [' true ', true],
    ['y', true],
    ['on', true],
    [false, false],
    [0, false],
    [2, false],
    ['no', false],
    ['not on', false],
    ['once', false],
    [null, false],
  ],
  yesNo: [
    ['yes', 'Yes'],
    [true, 'Yes'],
    ['Yes', 'Yes'],
    ['no', 'No'],
    [null, 'No'],
  ],
};

for (const [field, rows] of Object.entries(tables) as [FieldName, readonly (readonly [unknown, unknown])[]][])
  test(`a tolerant ${field} reads numbers, texts and nothing as servers write them`, () => {
    for (const [value, is] of rows)
      assert.deepEqual(read(tolerant, field, value), is, `${String(value).slice(0, 40)} (${typeof value})`);
  });

test('a strict field takes no other kind of value, and no more than its range', () => {
  for (const [field, good, bad] of [
    ['stars', [1, 5], [0, 6, 4.5, '4']],
    ['rating', [1, 4.5, 5, null], [0, 5.1, '4']],
    ['id', [1], [0, 1.5, '1']],
    ['yesNo', ['Yes', 'No'], ['', 'yes', true]],
    ['optionalText', ['', null], [undefined, 1]],
    ['optionalInteger', [0, null], [0.5, undefined]],
  ] as const) {
    for (const value of good) assert.equal(read(strict, field, value), value, `${field} ${value}`);
    for (const value of bad) assert.equal(read(strict, field, value), refused, `${field} ${value}`);
  }
});

describe('dates', () => {
  const event = tolerant.object({ at: tolerant.optionalText, atRFC: tolerant.optionalText });
  const both = (value: object) => event.parse(value);

  test('are filled from their twins, in one shape each', () => {
    const is = { at: '2026-11-03 09:15:00', atRFC: '2026-11-03T09:15:00+00:00' };
    assert.deepEqual(both({ at: '2026/11/03 09:15:00' }), is);
    assert.deepEqual(both({ atRFC: '2026-11-03T10:15:00+01:00' }), is);
    // The twin says in which zone it is.
    assert.deepEqual(both({ at: '2026-11-03 10:15:00', atRFC: '2026-11-03T10:15:00+01:00' }), is);
    assert.deepEqual(both({ at: '2026-11-03 09:15:00', atRFC: 'soon' }), is);
    assert.deepEqual(both({ at: 'pending', atRFC: '2026-11-03T09:15:00Z' }), is);
  });

  test('that are none are null, and what waits stays pending', () => {
    assert.deepEqual(both({ at: 'soon' }), { at: null, atRFC: null });
    assert.deepEqual(both({ at: 5, atRFC: [] }), { at: null, atRFC: null });
    assert.deepEqual(both({ at: 'pending' }), { at: 'pending', atRFC: null });
    assert.equal(event.safeParse(null).success, false);
    assert.equal(event.safeParse('2026-11-03').success, false);
  });
});

test('a list that is none is empty, and what is optional and cannot be read is null', () => {
  const list = tolerant.list(tolerant.id);
  assert.deepEqual(list.parse(['1', 'x', 2, null]), [1, 2]);
  for (const none of [undefined, null, 'x', {}]) assert.deepEqual(list.parse(none), []);
  const optional = tolerant.optional(tolerant.object({ id: tolerant.id }));
  assert.deepEqual(optional.parse({ id: '3' }), { id: 3 });
  for (const none of [undefined, null, 'x', {}, { id: 0 }]) assert.equal(optional.parse(none), null);
});

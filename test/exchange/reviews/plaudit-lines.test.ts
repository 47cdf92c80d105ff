/** Lines of the format `plaudit`: whatever its schema allows is read and written again as it was. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineKinds } from '../../../exchange/reviews/plaudit/lines.ts';
import { NotOfKind, type JsonSchema } from '../../../exchange/reviews/plaudit/kinds.ts';
import { randomFrom } from '../../support/random.ts';

const seed = Number(process.env['PLAUDIT_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
type Below = (most: number) => number;

const texts = ['', 'Warm', '"soft"\n', '\u2028 👍🏽', '{"a":1}', 'null', ' 7 ', '\\', '=1+1', 'ß'.repeat(300)];

/** A value that is of this schema. */
function valueOf(schema: JsonSchema, below: Below): unknown {
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  if ('const' in schema) return schema['const'];
  if ('enum' in schema) return one(schema['enum'] as readonly unknown[]);
  if ('anyOf' in schema) return valueOf(one(schema['anyOf'] as readonly JsonSchema[]), below);
  const pattern = (schema['pattern'] ?? '') as string;
  switch (schema['type']) {
    case 'null':
      return null;
    case 'boolean':
      return below(2) === 1;
    case 'integer':
      return one([1, 7, below(1_000_000) + 1, 1e12]);
    case 'number':
      return one([0, 4.5, 19.99, -1, 1e-7, below(100)]);
    case 'string':
      if (pattern.includes('T')) return new Date(below(2_000_000_000) * 1_000 + below(1_000)).toISOString();
      if (pattern !== '') return `${'0123456789abcdef'.repeat(4)}.${one(['jpg', 'webp'])}`;
      return one(texts);
    case 'array':
      return Array.from({ length: below(4) }, () => valueOf(schema['items'] as JsonSchema, below));
    default: {
      const properties = (schema['properties'] ?? { any: { type: 'string' } }) as Readonly<Record<string, JsonSchema>>;
      return Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, valueOf(of, below)]));
    }
  }
}

for (const [name, kind] of Object.entries(lineKinds))
  test(`any ${name} is read and written as it was (seed ${seed})`, () => {
    const below = randomFrom(seed);
    for (let round = 0; round < 200; round++) {
      const line = JSON.stringify(valueOf(kind.schema, below));
      assert.equal(JSON.stringify(kind.write(kind.read(JSON.parse(line)))), line);
    }
  });

test('a line with a field that is missing or of another kind is refused, and nothing of it is repeated', () => {
  const line = valueOf(lineKinds.productReview.schema, randomFrom(1)) as Record<string, unknown>;
  const refused = (change: object, reason: RegExp) =>
    assert.throws(
      () => lineKinds.productReview.read({ ...line, ...change }),
      (error: unknown) => error instanceof NotOfKind && reason.test(error.message) && !error.message.includes('secret'),
    );
  const { title: _title, ...untitled } = line;
  assert.throws(() => lineKinds.productReview.read(untitled), /it has no title/);
  refused({ title: 7 }, /^title: it must be string$/);
  refused({ title: 'a\0b' }, /^title/);
  refused({ number: 0 }, /^number/);
  refused({ number: 1e300 }, /^number/);
  refused({ created: 'secret' }, /^created: it must be a moment/);
  refused({ created: '2026-13-45T99:99:99.000Z' }, /^created/);
  refused({ state: 'secret' }, /^state: it must be one of pending, published, removed$/);
  refused({ author: ['secret'] }, /^author: it must be an object$/);
  refused({ pictures: [{ files: { original: '../../secret' } }] }, /^pictures/);
  refused({ attributes: Array.from({ length: 20_000 }, () => ({ name: 'a', value: 'b' })) }, /^attributes: .* at most/);
});

/** No version with a known fault comes back: each is above the floor that floors.json gives, wherever it is installed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

const floors = read('test/packages/floors.json') as Record<string, { floor: string; reason: string }>;
const { packages } = read('package-lock.json') as { packages: Record<string, { version: string; dev?: boolean }> };

const numbers = (version: string): number[] => version.split(/[-+]/, 1)[0]!.split('.').map(Number);

function isBelow(version: string, floor: string): boolean {
  const [one, other] = [numbers(version), numbers(floor)];
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && one[at]! < other[at]!;
}

for (const [name, { floor, reason }] of Object.entries(floors)) {
  test(`${name} is ${floor} or newer: ${reason}`, () => {
    const installed = Object.entries(packages).filter(
      ([path, { dev }]) => path.endsWith(`node_modules/${name}`) && !dev,
    );
    assert.ok(installed.length > 0, `${name} is not installed any more: take its floor out`);
    for (const [path, { version }] of installed) {
      assert.ok(!isBelow(version, floor), `${path} is ${version}`);
      const present = (read(join(path, 'package.json')) as { version: string }).version;
      assert.equal(present, version, `${path} is not what the lock file says`);
    }
  });
}

test('a version below its floor is recognised', () => {
  assert.deepEqual(
    ['5.8.4', '5.8.5', '5.10.0', '4.99.0', '6.0.0-rc.1'].map((version) => isBelow(version, '5.8.5')),
    [true, false, false, true, false],
  );
});

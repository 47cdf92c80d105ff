/**
 * What a version may do to the tables (docs/upgrading.md): a patch nothing, a minor version nothing that instances of
 * the version before cannot go on with. `schemas/versions.json` says which migrations each released version brought.
 * A release records itself, with PLAUDIT_RECORD_RELEASE=1 in front of the command that runs this file.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TableChange } from '../../review-store/databases/migrate.ts';
import { migrationSets } from '../support/schemas.ts';

/** Migrations of all programs, by `set name`. */
type Changes = Readonly<Record<string, TableChange>>;
/** Versions in order, each with the names of its migrations. */
type Releases = readonly (readonly [version: string, migrations: readonly string[]])[];

const root = join(import.meta.dirname, '../..');
const file = join(import.meta.dirname, 'schemas', 'versions.json');
const present = Object.fromEntries(
  Object.values(migrationSets)
    .flat()
    .flatMap(({ name: set, migrations }) =>
      Object.entries<TableChange>(migrations).map(([name, change]) => [`${set} ${name}`, change]),
    ),
);

const numbers = (version: string): number[] => version.split('.').map(Number);

/** Nobody is told what is wrong with a major version: all instances stop for it. */
function problemsOf(releases: Releases, changes: Changes): string[] {
  return releases.slice(1).flatMap(([version, migrations], at) => {
    const [before, had] = releases[at]!;
    const [[major, minor], [majorBefore, minorBefore]] = [numbers(version), numbers(before)];
    const lost = had.filter((name) => !migrations.includes(name)).map((name) => `${version} lost ${name}`);
    if (major !== majorBefore) return lost;
    const added = migrations.filter((name) => !had.includes(name));
    if (minor === minorBefore) return [...lost, ...added.map((name) => `${version} is a patch, and brings ${name}`)];
    const leaves = added.filter((name) => {
      const { olderPrograms } = changes[name]!;
      return olderPrograms !== 'all' && !had.includes(`${name.split(' ')[0]} ${olderPrograms}`);
    });
    return [...lost, ...leaves.map((name) => `${version} is a minor version, and ${name} leaves ${before} behind`)];
  });
}

test('the tables change as the version number says', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  const names = Object.keys(present).toSorted();
  if (process.env['PLAUDIT_RECORD_RELEASE'] === '1') {
    assert.deepEqual(recorded[version] ?? names, names, `${version} was released with other migrations`);
    writeFileSync(file, `${JSON.stringify({ ...recorded, [version]: names }, null, 2)}\n`);
  }
  // After a release, until the number changes, it is the next minor version that is worked on.
  const [major, minor] = numbers(version);
  const next = recorded[version] ? `${major}.${minor! + 1}.0` : version;
  assert.deepEqual(problemsOf([...Object.entries(recorded), [next, names]], present), []);
});

test('a version that changes more than its number says is found', () => {
  const up = async () => {};
  const changes = {
    'shop 1-first': { up },
    'shop 2-wider': { up, olderPrograms: 'all' },
    'shop 3-narrower': { up, olderPrograms: '2-wider' },
    'shop 4-other': { up },
  };
  const [first, wider, narrower, other] = Object.keys(changes) as [string, string, string, string];
  const widened = ['0.2.0', [first, wider]] as const;
  const problems = (...releases: Releases) => problemsOf([['0.1.0', [first]], ...releases], changes);
  assert.deepEqual(problems(['0.1.1', [first]], widened, ['0.3.0', [first, wider, narrower]]), []);
  assert.deepEqual(problems(['1.0.0', [first, other]]), []);
  assert.deepEqual(problems(['0.1.1', [first, wider]]), ['0.1.1 is a patch, and brings shop 2-wider']);
  assert.deepEqual(problems(['0.2.0', [first, wider, narrower]]), [
    '0.2.0 is a minor version, and shop 3-narrower leaves 0.1.0 behind',
  ]);
  assert.deepEqual(problems(widened, ['0.3.0', [first, wider, other]]), [
    '0.3.0 is a minor version, and shop 4-other leaves 0.2.0 behind',
  ]);
  assert.deepEqual(problems(['1.0.0', [other]]), ['1.0.0 lost shop 1-first']);
});

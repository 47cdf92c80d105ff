/**
 * A version that was released before this one, to run beside it. `PLAUDIT_EARLIER_PROGRAM` is the path of its
 * `cli/plaudit.js`, where its packed file (`plaudit-VERSION.tgz`) was installed in a folder of its own. A package with
 * its dependencies is too large to keep in a checkout, so the long tests pack one where none is given.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLong } from './length.ts';
import { install, root } from './packed.ts';

/** `cli/plaudit.js` of the earlier version; null where none is given. */
export const earlierProgram = process.env['PLAUDIT_EARLIER_PROGRAM'] || null;

/**
 * What takes the place of an earlier release until there is one: the last commit before the tables of hidden reviews, of
 * questions and of the shop's look. It is built with the dependencies of this checkout.
 */
const BEFORE_THE_FIRST = 'd3866c9056cc085fda7f66349e51e576d4ed3414';

/**
 * The program that `PLAUDIT_EARLIER_PROGRAM` names. In the long tests, where it names none, it is that of the last
 * release before this commit, which is packed and installed once and kept with what else is made of dependencies.
 * @returns null in the short tests, and where the history of the sources is not there.
 */
export function findEarlierProgram(): string | null {
  if (earlierProgram !== null || !isLong) return earlierProgram;
  const commit = git('rev-list', '--max-count=1', lastRelease() ?? BEFORE_THE_FIRST);
  if (commit === null) return null;
  const place = join(root, 'node_modules/.cache/earlier', commit);
  if (!existsSync(place)) packAndInstall(commit, place);
  return join(place, 'node_modules/plaudit/cli/plaudit.js');
}

/** The version that is being made may have its tag already. */
const lastRelease = (): string | null => git('describe', '--tags', '--abbrev=0', '--match=v*', 'HEAD^');

/** What git says; null where it fails, as outside of a checkout. */
function git(...args: readonly string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

function packAndInstall(commit: string, place: string): void {
  const checkout = mkdtempSync(join(tmpdir(), 'plaudit-earlier-'));
  const part = `${place}.part`;
  const run = (program: string, ...args: readonly string[]): string =>
    execFileSync(program, args, { cwd: checkout, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    execFileSync('git', ['archive', `--output=${join(checkout, 'sources.tar')}`, commit], { cwd: root });
    run('tar', 'xf', 'sources.tar');
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
    run('npm', 'run', '--silent', 'build');
    const [packed] = run(process.execPath, 'tools/pack.ts', '--built').split('\n');
    // Of a run that was ended.
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    install(part, join(checkout, packed!.split('  ')[1]!));
    renameSync(part, place);
  } finally {
    rmSync(checkout, { recursive: true, force: true });
  }
}

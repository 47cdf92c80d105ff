/**
 * Which browser the tests drive: the one that `CHROME_PATH` names, else the Chromium that comes with the npm packages
 * and is the same everywhere, else, where that does not start, an installed Chrome or Chromium.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const installed = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];

/** Not `chromium.args` of the package: those turn web security off, which would make every test of it meaningless. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--force-color-profile=srgb',
];

function findInstalled(): string | undefined {
  for (const name of installed) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      // Not here.
    }
  }
  return undefined;
}

/** How long another process may take to unpack, in milliseconds. */
const UNPACKING_MS = 600_000;

/**
 * The package unpacks straight to its final place and takes whatever it finds there for complete: two first runs at
 * once would start half a browser. One process unpacks, the others wait for its marker.
 */
async function unpack(): Promise<string> {
  const { default: chromium } = await import('@sparticuz/chromium');
  const target = join(tmpdir(), 'chromium');
  const complete = `${target}.complete`;
  const lock = `${target}.lock`;
  const giveUp = Date.now() + UNPACKING_MS;
  while (!existsSync(complete)) {
    try {
      mkdirSync(lock);
    } catch {
      // A lock whose holder died would be waited for in vain.
      if (Date.now() > giveUp) rmSync(lock, { force: true, recursive: true });
      await wait(100);
      continue;
    }
    try {
      rmSync(target, { force: true });
      await chromium.executablePath();
      mkdirSync(`${complete}.new`, { recursive: true });
      renameSync(`${complete}.new`, complete);
    } finally {
      rmdirSync(lock);
    }
  }
  return chromium.executablePath();
}

function starts(browser: string): boolean {
  try {
    execFileSync(browser, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Path of a browser that starts here. */
export async function chromiumPath(): Promise<string> {
  const chosen = process.env['CHROME_PATH'];
  if (chosen) return chosen;
  const shipped =
    process.platform === 'linux' && (process.arch === 'x64' || process.arch === 'arm64') ? await unpack() : null;
  return shipped && starts(shipped) ? shipped : (findInstalled() ?? shipped ?? 'google-chrome');
}

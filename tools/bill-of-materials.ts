/** Two files for those who install the programs: the lock file, and the bill of materials. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devDependencies?: unknown }>>;
}

interface Bill {
  serialNumber: string;
  readonly metadata: { timestamp?: string; readonly component: { name: string } };
}

/**
 * The lock file as it would be without development dependencies: `npm sbom --omit dev` leaves out what they share.
 * @param file - the lock file of this checkout.
 */
export function lockOfProduction(file: string): object {
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock;
  const { devDependencies: _left, ...top } = lock.packages['']!;
  const kept = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);
  return { ...lock, packages: { '': top, ...Object.fromEntries(kept) } };
}

/**
 * A CycloneDX bill of what the lock file names. npm gives it the time and a random number, and names the program after
 * its folder; here it says nothing that differs from one run to the next.
 * @param name - of the program.
 * @param directory - holds the package.json of what is released.
 */
export function billOfMaterials(name: string, directory: string, lock: object): string {
  const file = join(directory, 'package-lock.json');
  writeFileSync(file, JSON.stringify(lock));
  // All that the lock file names, whatever NODE_ENV or npm's settings leave out here.
  const all = ['dev', 'optional', 'peer'].map((kind) => `--include=${kind}`);
  const args = ['sbom', '--package-lock-only', ...all, '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const said = execFileSync('npm', args, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  rmSync(file);
  const bill = JSON.parse(said) as Bill;
  delete bill.metadata.timestamp;
  bill.serialNumber = '';
  bill.metadata.component.name = name;
  bill.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bill))}`;
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** A UUID of a content (RFC 9562, version 8). */
function uuidOf(content: string): string {
  const digits = createHash('sha256').update(content).digest('hex');
  const variant = ((Number.parseInt(digits[16]!, 16) & 0x3) | 0x8).toString(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    variant + digits.slice(17, 20),
    digits.slice(20, 32),
  ].join('-');
}

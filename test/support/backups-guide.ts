/** The commands of docs/backups.md, run as they stand there and as `plaudit restore` prints them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { presentProgram } from './present-program.ts';
import { root } from './packed.ts';

const [onSqlite, onPostgres] = readFileSync(join(root, 'docs/backups.md'), 'utf8').split('\n## With PostgreSQL\n');

export const blocksOf = (part: 'SQLite' | 'PostgreSQL'): string[] =>
  [...(part === 'SQLite' ? onSqlite! : onPostgres!).matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block!);

const ownEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLAUDIT_')));

/**
 * @param places - what the guide gives as an example → what it is here.
 * @param path - a directory of programs that win over those of the machine.
 */
export function runBlock(block: string, places: Readonly<Record<string, string>>, path?: string): string {
  const placed = Object.entries(places).reduce((text, [example, here]) => text.replaceAll(example, here), block);
  const script = placed.replaceAll('npx plaudit', `"${process.execPath}" "${presentProgram}"`);
  const env = { ...ownEnvironment(), PATH: `${path ?? ''}:${process.env['PATH']}` };
  return execFileSync('bash', ['--norc', '-euc', script], { encoding: 'utf8', env });
}

/** What a shell makes of the command to start with, which `plaudit restore` has printed. */
export function commandIn(said: string): { args: string[]; env: Record<string, string> } {
  const [, command] = /^Start it with(?: its settings)?: (.*)$/m.exec(said)!;
  const tell = 'JSON.stringify([process.argv.slice(1), process.env])';
  const script = command!.replace(/(^|; )plaudit start /, `$1"${process.execPath}" -p '${tell}' -- start `);
  const told = execFileSync('bash', ['--norc', '-euc', script], { encoding: 'utf8', env: ownEnvironment() });
  const [args, env] = JSON.parse(told) as [string[], Record<string, string>];
  return { args, env: Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('PLAUDIT_'))) };
}

/**
 * A machine to install on, in a folder: what the guide for systemd does as root happens below it. `sudo` runs what it is
 * given, `systemctl` starts what the unit says with the files and credentials that it names, and `npm` puts this checkout
 * where it would install the package.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { emptyFolder, root } from './packed.ts';
import { freePort } from './ports.ts';

const sudo = `#!/bin/sh
[ "$1" = -u ] && shift 2
exec "$@"
`;

const npm = `#!/bin/sh
[ "$2" = --prefix ] && cd "$3"
mkdir -p node_modules/.bin
ln -s "${root}" node_modules/plaudit
ln -s ../plaudit/cli/plaudit.js node_modules/.bin/plaudit
`;

/** Prints what a unit said, as far as it is asked for. */
const journalctl = `#!/bin/sh
grep -e "$4" "$MACHINE/log/$2"
`;

const systemctl = `#!${process.execPath}
const { spawn } = require('node:child_process');
const { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } = require('node:fs');
const { MACHINE, PORT } = process.env;
const here = (text) => text
  .replaceAll(/(?<![\\w/])\\/(opt|etc|var\\/lib)\\/plaudit/g, MACHINE + '/$1/plaudit')
  .replaceAll('/usr/bin/node', process.execPath)
  .replaceAll(/\\b(3000|4000)\\b/g, PORT).replaceAll(/\\b4001\\b/g, Number(PORT) + 1);
const name = process.argv.at(-1);
const verb = process.argv[2];
if (verb === 'restart' || verb === 'disable')
  try {
    const pid = Number(readFileSync(MACHINE + '/run/' + name + '.pid', 'utf8'));
    process.kill(pid, 'SIGTERM');
    for (;;) { process.kill(pid, 0); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50); }
  } catch (error) { if (error.code !== 'ESRCH') throw error; }
if (verb !== 'enable' && verb !== 'restart') process.exit(0);
const unit = here(readFileSync(MACHINE + '/etc/systemd/system/' + name + '.service', 'utf8'));
const linesOf = (key) => [...unit.matchAll(new RegExp('^' + key + '=(.*)$', 'gm'))].map(([, value]) => value);
const env = { PLAUDIT_LOG_LEVEL: 'warn', PLAUDIT_DRAIN: '0' };
const set = (line) => { const [, key, value] = /^(\\w+)=(.*)$/.exec(line) ?? []; if (key) env[key] = value; };
for (const file of linesOf('EnvironmentFile')) {
  const path = file.replace(/^-/, '');
  if (existsSync(path)) here(readFileSync(path, 'utf8')).split('\\n').forEach(set);
}
const credentials = MACHINE + '/run/' + name;
mkdirSync(credentials, { recursive: true });
for (const line of linesOf('LoadCredential')) {
  const [id, path] = line.split(':');
  writeFileSync(credentials + '/' + id, readFileSync(path));
}
for (const line of linesOf('Environment')) set(line.replace('%d', credentials));
mkdirSync(MACHINE + '/log', { recursive: true });
const log = openSync(MACHINE + '/log/' + name, 'w');
const [program, ...args] = linesOf('ExecStart')[0].split(' ');
const child = spawn(program, args, { env, detached: true, stdio: ['ignore', log, log] });
writeFileSync(MACHINE + '/run/' + name + '.pid', String(child.pid));
let ended = null;
child.once('exit', (status) => (ended = status));
(function ready() {
  const said = readFileSync(MACHINE + '/log/' + name, 'utf8');
  if (/is ready: http/.test(said)) process.exit(0);
  if (ended !== null) { console.error(said); process.exit(1); }
  setTimeout(ready, 50);
})();
`;

export class Machine implements AsyncDisposable {
  readonly folder = emptyFolder();
  /** In place of 3000 and 4000; the one after it is in place of 3001 and 4001. */
  readonly port: number;

  private constructor(port: number) {
    this.port = port;
    const bin = join(this.folder, 'bin');
    for (const directory of ['bin', 'home', 'run', 'etc/systemd/system', 'var/lib/plaudit'])
      mkdirSync(join(this.folder, directory), { recursive: true });
    const nothing = '#!/bin/sh\n';
    for (const [name, text] of Object.entries({ sudo, npm, systemctl, journalctl, useradd: nothing })) {
      writeFileSync(join(bin, name), text);
      chmodSync(join(bin, name), 0o755);
    }
  }

  static async make(): Promise<Machine> {
    return new Machine(await freePort(2));
  }

  /** A path of the machine, in the folder that stands for it. */
  at(path: string): string {
    return join(this.folder, path);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text);
  }

  /** Runs a block of the guide in a home directory. @returns what it printed */
  run(block: string): string {
    const script = block.replaceAll(/(?<![\w/])\/(?:opt|etc|var\/lib)\/(?:plaudit|systemd)/g, (path) => this.at(path));
    const own = Object.entries(process.env).filter(([name]) => !/^(PLAUDIT_|npm_)/i.test(name));
    return execFileSync('bash', ['-euc', script], {
      cwd: this.at('home'),
      encoding: 'utf8',
      env: {
        ...Object.fromEntries(own),
        PATH: [this.at('bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
        MACHINE: this.folder,
        PORT: String(this.port),
        PLAUDIT_LOG_LEVEL: 'silent',
      },
    });
  }

  /** Ends what `systemctl` has started. */
  stop(...units: readonly string[]): void {
    for (const unit of units) this.run(`systemctl disable --now ${unit}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

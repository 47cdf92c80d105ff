/**
 * Copies a shop to one file while its programs run: the data of the service and of the proxy, both as they are at one
 * moment, and what `plaudit start` keeps beside them. A copy gets its name only after it was checked: a file that
 * exists is a backup that works. Images are in it. The call log needs no backup: see
 * docs/decisions/0010-limits-as-a-ring.md.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyAtOneMoment } from '../../../review-store/databases/location.ts';
import { keep, makePrivateFile } from '../../../review-store/databases/private-files.ts';
import { reasonOf, StoreError } from '../../../review-store/databases/store-error.ts';
import { bringErasedTo } from './erased-list.ts';
import { makeBackupKey } from './key.ts';
import { makeMembers, takeFile, writeNote, writeSealed } from './members.ts';
import { PROXY_DATA, readSecretFiles, SERVICE_DATA, SETTINGS, type Shop } from './shop-files.ts';

/**
 * Copies a shop and its key.
 * @throws StoreError if there is nothing to copy, if the file exists, or if the copy is not sound.
 */
export async function backUp(shop: Shop, file: string): Promise<void> {
  const placeOf = (part: string | null) => (part === null ? null : join(shop.directory, part));
  const [service, proxy] = [placeOf(shop.service), placeOf(shop.proxy)];
  if (service !== null && !existsSync(join(service, SERVICE_DATA)))
    throw new StoreError(
      `There is no data in ${service}: it holds no ${SERVICE_DATA}` +
        (proxy === null ? '' : `; a proxy alone is not backed up: stop it, and copy all of ${proxy}`),
    );
  if (service === null && !existsSync(join(shop.directory, SETTINGS)))
    throw new StoreError(`All data is in PostgreSQL, and ${shop.directory} holds no settings: back it up with pg_dump`);
  if (existsSync(file)) throw new StoreError(`${file} exists already, and is not overwritten`);
  await orSay(`${file} cannot be written`, async () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const partial = `${file}.partial`;
    const proxyPartial = `${file}.proxy.partial`;
    const removePartial = () => {
      for (const path of [partial, proxyPartial])
        for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    };
    removePartial();
    try {
      const madeAt = Date.now();
      const copies = [
        ...(service === null ? [] : [{ source: join(service, SERVICE_DATA), file: partial }]),
        ...(proxy === null ? [] : [{ source: join(proxy, PROXY_DATA), file: proxyPartial }]),
      ];
      if (service === null) makePrivateFile(partial);
      if (copies.length > 0) await copyAtOneMoment(copies);
      if (proxy !== null) checkDatabase(proxyPartial, join(proxy, PROXY_DATA));
      complete(partial, shop, {
        madeAt,
        key: makeBackupKey(file, service),
        proxy: proxy === null ? null : proxyPartial,
      });
      if (service === null) checkDatabase(partial, file);
      else checkService(partial, join(service, SERVICE_DATA));
      keep(partial, file);
    } finally {
      removePartial();
    }
    bringErasedTo(dirname(file), service ?? shop.directory, Date.now());
  });
}

function complete(
  partial: string,
  shop: Shop,
  { madeAt, key, proxy }: { madeAt: number; key: Buffer; proxy: string | null },
): void {
  using data = new DatabaseSync(partial);
  // One file, with no log beside it.
  data.exec('pragma journal_mode = delete; begin');
  makeMembers(data);
  writeNote(data, { ...shop, madeAt });
  writeSealed(data, readSecretFiles(shop), key);
  if (proxy !== null) takeFile(data, PROXY_DATA, proxy);
  data.exec('commit');
}

/** @param origin - what a fault is reported for. */
export function checkService(copy: string, origin: string): void {
  checkDatabase(copy, origin, (data) => {
    if (!data.prepare(`select 1 from sqlite_schema where name = 'service_migration'`).get())
      throw new StoreError(`${origin} is not the data of a review service`);
  });
}

export function checkDatabase(copy: string, origin: string, check = (_data: DatabaseSync): void => {}): void {
  using data = new DatabaseSync(copy);
  data.exec('pragma journal_mode = delete');
  const [fault] = data.prepare('pragma integrity_check').all();
  if (fault?.['integrity_check'] !== 'ok')
    throw new StoreError(`${origin} is damaged: ${String(fault?.['integrity_check'])}`);
  if (data.prepare('pragma foreign_key_check').all().length > 0)
    throw new StoreError(`${origin} is damaged: it holds rows that belong to nothing`);
  check(data);
}

export async function orSay(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`${what}: ${reasonOf(error)}`, { cause: error });
  }
}

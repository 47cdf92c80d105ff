/** `plaudit reviews import` of Judge.me's export, alone or into a running service to which a shopper writes. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { moveService } from '../../../review-service/database.ts';
import { startPostgres } from '../../support/postgres.ts';
import { ServiceProcess } from '../../support/service-process.ts';
import { benchData, clientToken, shop, tokenOf } from '../service/data.ts';
import { runExport, runImport, type MeasuredImport } from './measure.ts';
import { writeReviews } from './review-files.ts';

export const engines = ['SQLite', 'PostgreSQL'] as const;
const PRODUCTS = 1_000;
const WRITES_EVERY_MS = 1_000;

export interface MeasuredReviewImport extends MeasuredImport {
  /** How long each write of the shopper took, in milliseconds, in order; null where no service ran. */
  readonly waits: readonly number[] | null;
  /** Of all reviews afterwards, to a file; the memory in bytes. Null where a service ran. */
  readonly exported: { readonly seconds: number; readonly peak: number } | null;
}

export async function measureReviewImport(
  engine: (typeof engines)[number],
  reviews: number,
  intoService: boolean,
): Promise<MeasuredReviewImport> {
  const place = mkdtempSync(join(tmpdir(), 'plaudit-bench-import-'));
  const postgres = engine === 'PostgreSQL' ? await startPostgres(tmpdir(), undefined, ['autovacuum=on']) : null;
  let service: ServiceProcess | null = null;
  try {
    const [file, data] = [join(place, 'reviews.csv'), join(place, 'data')];
    await writeReviews(file, reviews, PRODUCTS);
    cpSync(await benchData(PRODUCTS, PRODUCTS), data, { recursive: true });
    if (postgres) await moveService(data, postgres.url, undefined);
    const where = postgres ? ['--database-url', postgres.url] : ['--data', data];
    if (intoService) service = await ServiceProcess.start(where);
    const shopper = service && (await writeReviewsTo(service.url));
    const imported = await runImport(
      ['reviews', 'import', file, '--business', shop, ...where],
      place,
      `${reviews} reviews: ${reviews} added, 0 changed, 0 already there, 0 refused; undo with: plaudit reviews undo 1\n`,
    );
    const waits = shopper && (await shopper.end());
    return { ...imported, waits, exported: intoService ? null : await runExport(where, place) };
  } finally {
    await service?.kill();
    await postgres?.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

/** A shopper who writes once a second, whether or not the write before was answered. The first does not count. */
async function writeReviewsTo(url: string) {
  const stop = new AbortController();
  const write = async (n: number): Promise<number> => {
    const begun = performance.now();
    const response = await fetch(`${url}/v1/businesses/${shop}/product/reviews/add?client_token=${clientToken}`, {
      method: 'POST',
      headers: { user_token: tokenOf(n) },
      body: new URLSearchParams({ sku: `S-${n}`, title: 'Good', content: `Written meanwhile ${n}`, rating: '5' }),
    });
    if (response.status !== 200) throw new Error(`The shopper was answered ${await response.text()}`);
    return performance.now() - begun;
  };
  await write(1);
  const writing = (async () => {
    const writes: Promise<number>[] = [];
    for (let n = 2; !stop.signal.aborted; n += 1) {
      writes.push(write(n));
      await wait(WRITES_EVERY_MS);
    }
    return (await Promise.all(writes)).toSorted((one, other) => one - other);
  })();
  return {
    async end(): Promise<number[]> {
      stop.abort();
      return await writing;
    },
  };
}

/**
 * Does what is asked of the file of a business, in a process of its own, and takes the file away once it is taken, or a
 * day old. Where a program ends in the middle, the next one goes on.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { Later, type Kind } from '../../../../review-store/jobs/worker.ts';
import { forkSmall, whyEnded } from '../../../../server-kit/small-process.ts';
import type { Service } from '../../../context.ts';
import { requireBusinessById } from '../../../data/require-business.ts';
import type { FileTask } from './file-process.ts';
import { IMPORT_FILE, noteOfFile, readKeptFile, type KeptFile } from './kept-files.ts';

const KEPT_MS = 86_400_000;
const RETRY_MS = 60_000;
/** Another instance of the service has it on its disk. */
const ELSEWHERE_MS = 1_000;

/** Where files wait; null where there is no directory for them. */
export const uploadsOf = ({ location, mailDirectory }: Service): string | null =>
  'directory' in location
    ? join(location.directory, 'uploads')
    : mailDirectory && join(dirname(mailDirectory), 'uploads');

/** Where a file of a business is, by its random number. */
export const pathOfFile = (uploads: string, businessId: number, id: string): string =>
  join(uploads, String(businessId), id);

export const importFiles = (service: Service): Kind => ({
  name: IMPORT_FILE,
  failing: 'a file of reviews cannot be looked after at the moment',
  retryMs: RETRY_MS,
  atOnce: 2,
  async attempt({ key, signal }) {
    const [business = '', id = ''] = key.split('/');
    const path = pathOfFile(uploadsOf(service) ?? '', Number(business), id);
    for (;;) {
      const current = await readKeptFile(service.db, Number(business));
      const kept = current?.id === id ? current : null;
      const leftMs = (kept?.sent_at ?? 0) + KEPT_MS - service.now();
      const isAsked = kept?.state === 'checking' || kept?.state === 'taking';
      const isLost = isAsked && !existsSync(path);
      if (isLost && leftMs > 0 && !('directory' in service.location))
        throw new Later(Math.min(ELSEWHERE_MS, leftMs), { counts: false });
      if (kept?.state === 'taken' || leftMs <= 0 || isLost) await rm(path, { force: true });
      if (!kept) return null;
      if (leftMs <= 0 || isLost) {
        await service.db
          .deleteFrom('import_file')
          .where('business_id', '=', kept.business_id)
          .where('id', '=', id)
          .execute();
        return null;
      }
      if (!isAsked) return leftMs;
      await run(service, kept, path, signal);
    }
  },
});

async function run(service: Service, kept: KeptFile, path: string, signal: AbortSignal): Promise<void> {
  const { db, location, logger, now } = service;
  const business = await requireBusinessById(db, kept.business_id);
  signal.throwIfAborted();
  const { child, said } = forkSmall(join(import.meta.dirname, `file-process${extname(import.meta.filename)}`));
  const stop = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop);
  const task: FileTask = { location, business: { id: business.id, domain: business.domain }, path, now: now() };
  try {
    child.send(task, () => {});
    const [status, by] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    signal.throwIfAborted();
    if (status === 0) return;
    const reason = whyEnded(said(), status, by);
    logger.warn({ reason, said: said() }, 'a file of reviews was not taken');
    const { outcome } = (await readKeptFile(db, business.id)) ?? kept;
    await noteOfFile(db, kept, { state: 'refused', outcome: { ...outcome, wrong: { line: 0, reason } } });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Takes away what nobody knows of any more, such as a file whose program was killed before it had noted it. */
export async function sweepUploads(service: Service): Promise<void> {
  const uploads = uploadsOf(service);
  if (uploads === null || !existsSync(uploads)) return;
  for (const name of await readdir(uploads, { recursive: true })) {
    const path = join(uploads, name);
    const about = await stat(path).catch(() => null);
    if (about?.isFile() && about.mtimeMs < Date.now() - KEPT_MS) await rm(path, { force: true });
  }
}

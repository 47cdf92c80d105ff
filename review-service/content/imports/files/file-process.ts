/** Checks or takes one file, in a process of its own; it writes through a connection of its own to the database. */
import type { ServiceLocation } from '../../../database.ts';
import { openServiceDatabase } from '../../../database.ts';
import { takeFile, type Taking } from './take-file.ts';

export interface FileTask extends Taking {
  readonly location: ServiceLocation;
}

// The parent decides when it ends; a terminal and systemd signal both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit(1));

process.once('message', (task: FileTask) => {
  void (async () => {
    await using db = await openServiceDatabase(task.location);
    await takeFile(db, task);
  })().then(
    () => process.exit(),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`, () => process.exit(1));
    },
  );
});

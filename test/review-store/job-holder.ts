/**
 * A worker in a process of its own, to be killed or stopped in the middle of a job: it says `at ID` when it begins one,
 * and ends it, saying whether the job was still its own, when a line comes in.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Worker } from '../../review-store/jobs/worker.ts';
import { openDatabase } from '../../review-store/open.ts';
import { systemClock } from '../../server-kit/clock.ts';

const [location = '{}'] = process.argv.slice(2);
const db = await openDatabase(JSON.parse(location));
const lines = createInterface({ input: process.stdin });
const logger = { warn: (_about: object, message: string) => void process.stderr.write(`${message}\n`) };
const worker = new Worker({ db, clock: systemClock, logger }).start([
  {
    name: 'work',
    failing: 'the job cannot be done',
    retryMs: 0,
    async attempt({ id, confirm }) {
      process.stdout.write(`at ${id}\n`);
      await once(lines, 'line');
      const isOurs = await confirm(db).then(
        () => true,
        () => false,
      );
      process.stdout.write(`${isOurs ? 'kept' : 'lost'} ${id}\n`);
      // Which settles it first.
      if (!isOurs) void worker.stop().then(() => process.exit());
      return null;
    },
  },
]);

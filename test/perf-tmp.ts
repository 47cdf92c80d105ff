import { cpSync, rmSync } from 'node:fs';
import { TestService } from './support/review-service.ts';
import { systemClock } from '../server-kit/clock.ts';
const dir = process.argv[2]!;
const s = new TestService({ directory: dir }, { clock: systemClock });
if (process.argv[3] === 'prepare') {
  await s.start();
  await s.account('a.example');
  console.log('prepared');
  process.kill(process.pid, 'SIGKILL');
}
try {
  await s.start();
  console.log('started');
} catch (e) {
  console.log(
    'failed',
    (e as Error)
      .stack!.split('\n')
      .filter((l) => !l.includes('node_modules'))
      .slice(0, 8)
      .join('\n'),
  );
}
process.exit(0);

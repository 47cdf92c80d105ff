/** The review service, in a process of its own, with the log that it writes unless told otherwise. */
import { devNull } from 'node:os';
import { pino } from 'pino';
import { startService } from '../../../review-service/service.ts';
import { answerForCpu } from './side.ts';

const { url } = await startService({
  host: '127.0.0.1',
  port: 0,
  location: { directory: process.argv[2]! },
  demo: false,
  logger: pino({ level: 'info' }, pino.destination({ dest: devNull, sync: true })),
  publicUrl: 'http://bench.example',
  storefrontUrl: 'http://bench.example',
});
answerForCpu(url);

/** The review service, in a process of its own. */
import { pino } from 'pino';
import { startService } from '../../../review-service/service.ts';
import { answerForCpu } from './side.ts';

const { url } = await startService({ host: '127.0.0.1', port: 0, location: { directory: process.argv[2]! }, demo: false, logger: pino({ level: 'warn' }), publicUrl: 'http://bench.example', storefrontUrl: 'http://bench.example' });
answerForCpu(url);

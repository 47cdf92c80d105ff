/** The programs themselves. Loaded only once the command line has been read: a mistake in it is told at once. */
export { startService } from '../../review-service/service.ts';
export { createLogger } from '../../server-kit/log.ts';
export { startProxy } from '../../server-proxy/proxy.ts';

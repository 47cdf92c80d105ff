/**
 * The programs themselves. They are loaded once the command line has been read, so that a mistake in it is reported at
 * once.
 */
export { startService } from '../../review-service/service.ts';
export { createLogger } from '../../server-kit/log.ts';
export { startProxy } from '../../server-proxy/proxy.ts';

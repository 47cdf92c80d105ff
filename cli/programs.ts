/** What commands run. Loaded only once the command line has been read: a mistake in it is told at once. */
export * from '../review-service/accounts/manage.ts';
export * from '../review-service/held-reviews.ts';
export { closeReport, listReports } from '../review-service/reports/reports.ts';
export { backUp, restore } from '../review-service/backup.ts';
export { eraseFromService } from '../review-service/privacy/by-command.ts';
export { startService } from '../review-service/service.ts';
export { createLogger } from '../server-kit/log.ts';
export { eraseFromProxy } from '../server-proxy/merchant/erase.ts';
export { startProxy } from '../server-proxy/proxy.ts';
export { openProxyDatabase } from '../server-proxy/state/open.ts';
export { partTitles } from '../server-proxy/mirror/parts.ts';
export { acceptHeld } from '../server-proxy/mirror/removals.ts';
export { readStatus } from '../server-proxy/status.ts';
export { dropFromQueue, listQueue, releaseFromQueue } from '../server-proxy/writes/queue.ts';

// Each of them says so of what it writes; this is for what a library may write for it.
process.umask(0o077);

/** For commands that work on a proxy's data. Only those load it, since it takes a while. */
export { makeSchema } from '../../review-store/moving/move.ts';
export { eraseFromProxy } from '../../server-proxy/merchant/erase.ts';
export { partTitles } from '../../server-proxy/mirror/parts/parts.ts';
export { acceptHeld } from '../../server-proxy/mirror/parts/removals.ts';
export {
  findRunning,
  holdsProxyData,
  listBusinesses,
  inspectProxy,
  moveProxy,
  openProxyDatabase,
  planProxyUpgrade,
} from '../../server-proxy/state/open.ts';
export * from '../../server-proxy/state/restored.ts';
export { readStatus } from '../../server-proxy/status.ts';
export { trySummariser } from '../../insights/summaries/try-summariser.ts';
export { tryTranslator } from '../../insights/translations/try-translator.ts';
export { tryAccount, tryUpstream } from '../../server-proxy/upstream/try-account.ts';
export { countWrites } from '../../server-proxy/writes/outbox/outbox-rows.ts';
export { dropFromQueue, listQueue, releaseFromQueue } from '../../server-proxy/writes/outbox/queue.ts';
export { countWaitingVotes } from '../../server-proxy/writes/votes/vote-rows.ts';

/** The operator's questions to the proxy: does it run, can it answer, how is it doing. */
import type { FastifyInstance } from 'fastify';
import { refuse } from '../contract/endpoints/errors.ts';
import { readStorage } from '../review-store/databases/readiness.ts';
import type { Clock } from '../server-kit/clock.ts';
import { describeBackup, type BackupMoments, type Readiness } from '../server-kit/http/readiness.ts';
import { version } from '../server-kit/version.ts';
import type { Metrics } from './metrics.ts';
import type { Mirror } from './mirror/mirror.ts';
import { partTitles, type PartName } from './mirror/parts/parts.ts';
import { readHeld, type HeldPart } from './mirror/parts/removals.ts';
import { notSetUp } from './shopper/business.ts';
import type { ProxyDb } from './state/tables.ts';
import type { Budget } from '../api-client/budget.ts';
import type { UpstreamClient } from '../api-client/client.ts';
import { lanesByPriority } from '../api-client/lanes.ts';
import type { Session } from '../api-client/session.ts';
import { countWrites } from './writes/outbox/outbox-rows.ts';
import { countWaitingVotes } from './writes/votes/vote-rows.ts';

export interface OperationTools {
  readonly db: ProxyDb;
  readonly businesses: readonly string[];
  readonly mirror: Mirror;
  readonly session: Session;
  readonly client: UpstreamClient;
  readonly budget: Budget;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly readiness: Readiness;
  /** Null where somebody else runs the service. */
  readonly lastBackup: (() => Promise<BackupMoments>) | null;
}

export function registerOperation(app: FastifyInstance, tools: OperationTools): void {
  const { db, metrics, client, session } = tools;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get('/healthz', async () => ({ status: 'OK', success: true, version }));

  app.get('/readyz', async (_request, reply) => {
    tools.readiness.check();
    if (tools.businesses.length === 0) throw notSetUp();
    const storage = await readStorage(db).catch((cause: unknown) => {
      throw refuse('unavailable', 'The proxy cannot reach its data at the moment', { retryAfterSeconds: 2, cause });
    });
    const held = await readHeld(db, tools.businesses);
    const businesses = tools.businesses.map((business) => reportBusiness(tools, business, held));
    const login = session.state.state === 'refused' ? session.state.reason : session.state.state;
    const problem = session.state.state === 'refused' ? session.state.reason : client.lastFailure;
    // A complete mirror can answer, whatever the review service says.
    const ready = problem === null || businesses.every(({ complete }) => complete);
    // Held removals are still shown: somebody should see to them, but shoppers need not be sent away.
    const said = [
      ...held.map(describeHeld),
      ...describeQueue(await countWrites(db)),
      ...tools.businesses.flatMap((business) => describeSetAside(tools, business)),
    ];
    const warnings = said.length > 0 ? { warnings: said } : {};
    const backup = tools.lastBackup ? describeBackup(await tools.lastBackup()) : {};
    const report = { businesses, storage, login, upstream: client.lastFailure ?? 'ok', ...backup, ...warnings };
    if (ready) return { ...report, status: 'OK', success: true };
    return reply
      .code(503)
      .header('retry-after', 30)
      .send({ ...report, ...refuse('unavailable', problem).toEnvelope() });
  });

  app.get('/metrics', async (_request, reply) => {
    await measure(tools);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** Nobody else is told of them: the API does not know them. */
function describeQueue({ held, refused }: { readonly held: number; readonly refused: number }): string[] {
  const counts = [
    ...(held > 0 ? [`${held} held because they look like a flood`] : []),
    ...(refused > 0 ? [`${refused} refused by the review service`] : []),
  ];
  if (counts.length === 0) return [];
  return [`What shoppers wrote waits for somebody: ${counts.join(', ')}; see 'plaudit proxy queue list'`];
}

function describeHeld({ business, part, missing, known }: HeldPart): string {
  const what = `${missing} of ${known} ${partTitles[part]}`;
  const until = "they are held until a third sweep agrees, or 'plaudit proxy accept-removals'";
  return `${business}: ${what} seem to be gone at the review service; ${until}`;
}

const describeSetAside = ({ mirror }: OperationTools, business: string): string[] =>
  mirror.setAside
    .report(business)
    .map(({ part, items, reason }) => `${business}: ${items} of its ${partTitles[part]} cannot be kept; ${reason}`);

function reportBusiness({ mirror, clock }: OperationTools, business: string, held: readonly HeldPart[]) {
  const heldOf = (part: PartName) => held.find((one) => one.business === business && one.part === part);
  const parts = mirror.report(business).map(({ part, mirrored, readAt }) => {
    const removals = heldOf(part);
    return {
      part,
      mirrored,
      ageSeconds: readAt === 0 ? null : Math.round((clock.now() - readAt) / 1_000),
      ...(removals
        ? {
            removalsHeld: {
              missing: removals.missing,
              known: removals.known,
              since: new Date(removals.since).toISOString(),
            },
          }
        : {}),
    };
  });
  return { business, complete: parts.every(({ mirrored }) => mirrored), parts };
}

/** Figures that no event changes are read when they are asked for. */
async function measure(tools: OperationTools): Promise<void> {
  const { db, metrics, budget } = tools;
  for (const lane of lanesByPriority) metrics.upstreamWaiting.set({ lane }, budget.waiting(lane));
  metrics.callsThisHour.set(await budget.usedThisHour());
  metrics.votesWaiting.set(await countWaitingVotes(db));
  for (const [state, writes] of Object.entries(await countWrites(db))) metrics.outbox.set({ state }, writes);
  const held = await readHeld(db, tools.businesses);
  for (const business of tools.businesses) {
    const aside = new Map(tools.mirror.setAside.report(business).map(({ part, items }) => [part, items]));
    for (const { part, mirrored, ageSeconds, removalsHeld } of reportBusiness(tools, business, held).parts) {
      metrics.setAside.set({ business, part }, aside.get(part) ?? 0);
      metrics.removalsHeld.set({ business, part }, removalsHeld?.missing ?? 0);
      metrics.mirrorComplete.set({ business, part }, mirrored ? 1 : 0);
      if (ageSeconds !== null) metrics.mirrorAge.set({ business, part }, ageSeconds);
    }
  }
}

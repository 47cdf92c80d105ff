import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** Every number that the proxy publishes, in a registry of its own. No label holds anything that a shopper sent. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    upstreamCalls: new Counter({ name: 'plaudit_upstream_calls_total', help: 'Calls to the review service', labelNames: ['lane', 'operation', 'outcome'], registers }),
    upstreamWaiting: new Gauge({ name: 'plaudit_upstream_waiting', help: 'Calls that wait for the budget', labelNames: ['lane'], registers }),
    callsThisHour: new Gauge({ name: 'plaudit_upstream_calls_this_hour', help: 'Calls of the last hour, of 1,000', registers }),
    malformedItems: new Counter({ name: 'plaudit_malformed_items_total', help: 'Items of lists that could not be read and were left out', labelNames: ['operation'], registers }),
    answers: new Counter({ name: 'plaudit_answers_total', help: 'Answers to shoppers, by where they came from', labelNames: ['operation', 'source'], registers }),
    refusals: new Counter({ name: 'plaudit_refusals_total', help: 'Requests of shoppers that were refused', labelNames: ['reason'], registers }),
    held: new Counter({ name: 'plaudit_held_total', help: 'Reviews that were held because they look like a flood', labelNames: ['reason'], registers }),
    mirrorAge: new Gauge({ name: 'plaudit_mirror_age_seconds', help: 'Seconds since a part of the mirror was last read', labelNames: ['business', 'part'], registers }),
    mirrorComplete: new Gauge({ name: 'plaudit_mirror_complete', help: '1 where a part is answered from the mirror', labelNames: ['business', 'part'], registers }),
    removalsHeld: new Gauge({ name: 'plaudit_mirror_removals_held', help: 'Items of a part that seem to be gone, and are too many to be believed', labelNames: ['business', 'part'], registers }),
    outbox: new Gauge({ name: 'plaudit_outbox', help: 'What shoppers wrote and the review service does not have: waiting for it, refused by it, or held for the merchant', labelNames: ['state'], registers }),
    votesWaiting: new Gauge({ name: 'plaudit_votes_waiting', help: 'Votes that the review service has not counted yet', registers }),
  };
}

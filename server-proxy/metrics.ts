import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { version } from '../server-kit/version.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Every figure that the proxy publishes, in a registry of its own. No label holds anything that a shopper sent. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const make: Make = {
    counter: (name, help, labelNames = []) => new Counter({ name, help, labelNames, registers }),
    gauge: (name, help, labelNames = []) => new Gauge({ name, help, labelNames, registers }),
  };
  make.gauge('plaudit_build_info', 'The version of the program that runs', ['version']).set({ version }, 1);
  return { registry, ...countCalls(make), ...describeMirror(make), ...describeWrites(make) };
}

interface Make {
  counter<Label extends string = never>(name: string, help: string, labelNames?: Label[]): Counter<Label>;
  gauge<Label extends string = never>(name: string, help: string, labelNames?: Label[]): Gauge<Label>;
}

/** Calls in both directions. */
function countCalls({ counter, gauge }: Make) {
  return {
    upstreamCalls: counter('plaudit_upstream_calls_total', 'Calls to the review service', [
      'lane',
      'operation',
      'outcome',
    ]),
    translatorCalls: counter('plaudit_translator_calls_total', 'Calls to the translator', ['outcome']),
    summariserCalls: counter('plaudit_summariser_calls_total', 'Calls to the language model that summarises reviews', [
      'outcome',
    ]),
    upstreamWaiting: gauge('plaudit_upstream_waiting', 'Calls that wait for the budget', ['lane']),
    callsThisHour: gauge('plaudit_upstream_calls_this_hour', 'Calls of the last hour, of 1,000'),
    answers: counter('plaudit_answers_total', 'Answers to shoppers, by where they came from', ['operation', 'source']),
    refusals: counter('plaudit_refusals_total', 'Requests of shoppers that were refused', ['reason']),
  };
}

function describeMirror({ counter, gauge }: Make) {
  return {
    malformedItems: counter(
      'plaudit_malformed_items_total',
      'Items of lists that could not be read and were left out',
      ['operation'],
    ),
    mirrorAge: gauge('plaudit_mirror_age_seconds', 'Seconds since a part of the mirror was last read', [
      'business',
      'part',
    ]),
    mirrorComplete: gauge('plaudit_mirror_complete', '1 where a part is answered from the mirror', [
      'business',
      'part',
    ]),
    setAside: gauge(
      'plaudit_mirror_set_aside',
      'Items of a part that the mirror cannot keep: what they are looked up by is too long',
      ['business', 'part'],
    ),
    removalsHeld: gauge(
      'plaudit_mirror_removals_held',
      'Items of a part that seem to be gone, and are too many to be believed',
      ['business', 'part'],
    ),
  };
}

function describeWrites({ counter, gauge }: Make) {
  return {
    held: counter('plaudit_held_total', 'Reviews that were held because they look like a flood', ['reason']),
    outbox: gauge(
      'plaudit_outbox',
      'What shoppers wrote and the review service does not have: ' +
        'waiting for it, of these in doubt whether it has them, refused by it, or held for the merchant',
      ['state'],
    ),
    votesWaiting: gauge('plaudit_votes_waiting', 'Votes that the review service has not counted yet'),
  };
}

/** The proxy's own tables, as the place where the token of its account and the log of its calls are kept. */
import type { QueryExecutorProvider } from 'kysely';
import { placeIn, type Place } from '../../api-client/place.ts';

const names = {
  upstream_session: 'proxy_session',
  upstream_gate: 'proxy_gate',
  upstream_call: 'proxy_call',
} as const;

export const upstreamPlace = (db: QueryExecutorProvider): Place => placeIn(db, names);

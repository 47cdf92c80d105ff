/** The databases that a proxy can have, each fresh, for tests that are the same on both. */
import { after, before } from 'node:test';
import type { KeyLocation } from '../../review-store/secrets/open-key.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import type { Stage } from './harness.ts';

type Place = (stage: Stage) => Promise<KeyLocation>;

/** Call it once in a file: PostgreSQL runs for as long as its tests do. */
export function onBothDatabases(): readonly (readonly [database: string, place: Place])[] {
  let postgres: UsedPostgres;
  before(async () => {
    postgres = await usePostgres();
  });
  after(() => postgres.stop());
  return [
    ['SQLite', async (stage) => ({ directory: stage.path('data') })],
    [
      'PostgreSQL',
      async () => ({ databaseUrl: await freshDatabase(postgres.url, 'proxy'), secret: 'a secret of sixteen' }),
    ],
  ];
}

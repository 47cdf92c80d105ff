import { sql } from 'kysely';
import type { TestService } from './review-service.ts';
import { until } from './smtp.ts';

/**
 * Waits until the listing of changes has all that was committed. On PostgreSQL a change is listed once all that began
 * before it on the server are over, those of other tests among them.
 */
export const settle = (service: TestService): Promise<void> =>
  until('all that was committed is listed', () =>
    service.withDatabase(async (db) => {
      const { rows } = await sql`select 1 from change where tx >= (select settled from change_horizon) limit 1`.execute(
        db,
      );
      return rows.length === 0;
    }),
  );

import { command } from '../../settings/command.ts';
import { durationText } from '../../settings/durations.ts';
import { printable } from '../../settings/printable.ts';
import type { FeedState } from '../../../review-service/data/feed-state.ts';
import { withDatabase } from './database.ts';
import { placeFlags } from './inputs.ts';

const holdingTexts = {
  none: 'publishes new reviews',
  all: 'holds new reviews',
  first: 'holds first reviews of an author',
  links: 'holds reviews with links',
} as const;

export const list = command({
  name: 'account list',
  purpose: 'lists businesses, users and client tokens',
  flags: placeFlags,
  run: (settings) =>
    withDatabase(settings, async (db, { listAccounts, listFeeds }) => {
      const feeds = await listFeeds(db);
      const { businesses, accounts, clients } = await listAccounts(db);
      const sections = [
        [
          'Businesses',
          businesses.map(({ domain, holding, acceptsUnknownProducts, address, look }) => [
            domain,
            holdingTexts[holding],
            acceptsUnknownProducts ? 'takes reviews of unknown products' : '',
            [...(address === null ? [] : [`is at ${address}`]), ...look].join('; '),
          ]),
        ],
        [
          'Product feeds',
          feeds.map((feed) => [feed.domain, feed.url, `every ${durationText(feed.everyMs)}`, stateOf(feed)]),
        ],
        [
          'Users',
          accounts.map((account) => [
            account.email,
            account.businesses.join(', '),
            account.disabledAt === null ? sessions(account.sessions) : `disabled ${day(account.disabledAt)}`,
          ]),
        ],
        [
          'Client tokens',
          clients.map((client) => [
            `${client.prefix}…`,
            client.label,
            client.revokedAt === null ? `since ${day(client.createdAt)}` : `revoked ${day(client.revokedAt)}`,
          ]),
        ],
      ] as const;
      process.stdout.write(sections.map(([heading, rows]) => `${heading}\n${table(rows)}`).join('\n'));
    }),
});

function stateOf({ goodAt, products, refused, failedAt, failure }: FeedState): string {
  const good =
    goodAt === null
      ? 'not read yet'
      : `read ${minute(goodAt)}: ${products} products${refused ? `, ${refused} refused` : ''}`;
  return failedAt === null ? good : `fails since ${minute(failedAt)}: ${failure ?? ''}; ${good}`;
}

const minute = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ');
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
const sessions = (count: number): string => (count === 1 ? '1 session' : `${count} sessions`);

/** Lines with aligned columns. */
function table(cells: readonly (readonly string[])[]): string {
  if (cells.length === 0) return '  none\n';
  const rows = cells.map((row) => row.map(printable));
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map(
      (row) =>
        `  ${row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

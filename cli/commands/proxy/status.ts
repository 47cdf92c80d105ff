import type { PartStatus, ProxyStatus } from '../../../server-proxy/status.ts';
import { command } from '../../settings/command.ts';
import { duration } from '../../settings/durations.ts';
import { placeFlags } from '../account/inputs.ts';
import { withProxyData } from './data.ts';

export const proxyStatus = command({
  name: 'proxy status',
  purpose: 'shows how old and how large each part of the mirror is, what was called and what waits',
  flags: placeFlags,
  run: (settings) =>
    withProxyData(settings, async (db, { readStatus, partTitles }) => {
      process.stdout.write(describe(await readStatus(db, Date.now()), partTitles));
    }),
});

function describe(
  { businesses, calls, pauseMs, waiting, filling }: ProxyStatus,
  titles: Readonly<Record<string, string>>,
): string {
  const lines: string[] = [];
  for (const { business, parts, notInGoogleFeed } of businesses) {
    lines.push(business, row('', 'items', 'last read', 'last swept', ''));
    for (const { part, mirrored, items, ageMs, sweptAgeMs, held } of parts) {
      lines.push(row(titles[part]!, items.toLocaleString('en'), ago(ageMs), ago(sweptAgeMs), noteOf(mirrored, held)));
    }
    const { withoutText, withoutUrl } = notInGoogleFeed;
    if (withoutText + withoutUrl > 0)
      lines.push(`  Not in Google's feed: without text ${withoutText}, of products without a URL ${withoutUrl}`);
    lines.push('');
  }
  const lanes = Object.entries(calls.byLane).map(([lane, count]) => `${lane} ${count}`);
  lines.push(
    `Calls: ${calls.burst} of 10 in ten seconds, ${calls.hour} of 1,000 in an hour` +
      (lanes.length > 0 ? ` (${lanes.join(', ')})` : ''),
  );
  if (pauseMs > 0) lines.push(`The review service asked for a pause; it ends in ${duration(pauseMs)}`);
  lines.push(`Waiting for the review service: ${waiting.votes} votes, ${waiting.writes} reviews and reports`);
  lines.push(filling ? 'The mirror is being kept up to date' : 'No instance keeps the mirror up to date at the moment');
  return `${lines.join('\n')}\n`;
}

const noteOf = (mirrored: boolean, held: PartStatus['held']): string =>
  held ? `${held.missing.toLocaleString('en')} seem to be gone, and are held` : mirrored ? '' : 'not mirrored yet';

const row = (title: string, items: string, read: string, swept: string, note: string): string =>
  `  ${title.padEnd(20)}${items.padStart(9)}  ${read.padEnd(14)}  ${swept.padEnd(14)}  ${note}`.trimEnd();

const ago = (age: number | null): string => (age === null ? 'never' : `${duration(Math.max(0, age))} ago`);

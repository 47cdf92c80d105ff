import type { ShownReview } from '../../../review-service/content/moderation/show.ts';
import { command } from '../../settings/command.ts';
import { printable, printableLines, say, sayArray } from '../../settings/printable.ts';
import { dayOf, nameOf, starsOf } from './line.ts';
import { reviewFlags, titleOf, withReview } from './name.ts';

export const show = command({
  name: 'reviews show',
  purpose: 'shows a review with its text, comments and reports; its stars not as long as it is held',
  flags: { ...reviewFlags, json: { help: "as a JSON array of the API's own object" } },
  async run(settings) {
    await withReview(settings, async (db, programs, business, name) => {
      const shown = await programs.showByCommand(db, business, name);
      if (settings.json) await sayArray(programs.readReviewObjects(db, business, [name]));
      else say([titleOf(name), ...describe(shown)].join('\n'));
    });
  },
});

function describe({ listed, photos, reason, comments, reports }: ShownReview): string[] {
  const { product, state, title, content, createdRFC } = listed;
  const row = (label: string, text: string) => `${label.padEnd(9)}${printable(text)}`;
  return [
    row('state', reason === null ? state : `${state}: ${reason}`),
    row('date', dayOf(createdRFC)),
    ...(product ? [row('product', [product.sku, product.title ?? ''].join('  '))] : []),
    row('stars', starsOf(listed)),
    row('name', nameOf(listed)),
    ...photos.map((address) => row('photo', address)),
    ...reports.map((report) => row('reported', `${report.reason}: ${report.message}`)),
    '',
    ...(title === '' ? [] : printableLines(title)),
    ...printableLines(content),
    ...comments.flatMap((comment) => [
      '',
      printable(`${[comment.by, ...(comment.createdRFC === null ? [] : [dayOf(comment.createdRFC)])].join(', ')}:`),
      ...printableLines(comment.content).map((line) => `  ${line}`),
    ]),
  ];
}

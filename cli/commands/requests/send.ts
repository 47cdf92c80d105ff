import { nameOf, openInput } from '../../files/input-file.ts';
import { command } from '../../settings/command.ts';
import { Failure } from '../../settings/failure.ts';
import { printable, say } from '../../settings/printable.ts';
import { withBusiness, type Programs } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';

/** A dry run shows so many orders. */
const FIRST_SHOWN = 5;

export const send = command({
  name: 'requests send',
  purpose:
    'asks by mail for reviews of the orders in a file: a table with the names of the API, or an export of orders of ' +
    'Shopify or WooCommerce; the same file again asks nobody twice',
  flags: {
    file: { value: 'FILE', bare: true, required: true, help: 'the file; - is standard input' },
    ...businessFlags,
    'dry-run': { help: 'check every order, and ask nobody' },
  },
  async run(settings) {
    const input = await openInput(settings.file);
    const isDry = settings['dry-run'];
    const warn = (line: string): void => void process.stderr.write(`${printable(line)}\n`);
    let shown = 0;
    try {
      await withBusiness(settings, async (db, { sendOrderFile, FileRefused }, business) => {
        const counts = await sendOrderFile(db, business, input.read(), {
          dryRun: isDry,
          now: Date.now(),
          onNotice: warn,
          onOrder(line, outcome, order, reason) {
            if (outcome === 'refused') warn(`line ${line}: ${reason}`);
            else if (isDry && order && shown++ < FIRST_SHOWN)
              say(printable(`line ${line}: ${[outcome, order.email, order.order_id, order.product_skus].join(' | ')}`));
          },
        }).catch((error: unknown) => {
          if (!(error instanceof FileRefused)) throw error;
          const place = error.line > 0 ? `line ${error.line}: ` : '';
          throw new Failure(`${nameOf(input)}: ${place}${error.message}. Nobody was asked`);
        });
        report(counts, isDry);
      });
    } finally {
      input.close();
    }
  },
});

function report(counts: Awaited<ReturnType<Programs['sendOrderFile']>>, isDry: boolean): void {
  if (counts['left out'] > 0) say(`${counts['left out']} left out: cancelled, refunded or not paid`);
  if (isDry) say('This was a dry run: nobody has been asked');
  const { asked, unsubscribed, refused } = counts;
  const already = counts['already asked'];
  say(
    `${asked + already + unsubscribed + refused} orders: ${asked} asked, ${already} already asked, ` +
      `${unsubscribed} unsubscribed, ${refused} refused`,
  );
  if (refused > 0) process.exitCode = 1;
}

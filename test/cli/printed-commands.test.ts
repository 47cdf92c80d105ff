/**
 * Every command that a mail, a log line, an error or a page of the programs prints is run as printed, in a directory
 * where `plaudit start` has left its data in `./data`. They are found in the sources, in the console's words and in the
 * rules for Prometheus: whoever prints another one meets this test. Those within the sentences of a document are parsed.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commands } from '../../cli/main.ts';
import { readSettings } from '../../cli/settings/settings.ts';
import { saveContent } from '../support/content.ts';
import { runProgram } from '../support/program.ts';
import { startProxyOf } from '../support/proxy-of-service.ts';
import { TestService } from '../support/review-service.ts';
import { partOf, until } from '../support/smtp.ts';
import { PacedClock } from '../server-proxy/clocks.ts';
import {} from '../server-proxy/harness.ts';

const root = join(import.meta.dirname, '../..');
const shop = 'shop.example';
const HOUR_MS = 3_600_000;

/** What stands for what a program fills in. */
const filled: Readonly<Record<string, string>> = {
  'quoted(directory)': 'data',
  'quoted(options.directory)': 'data',
  directory: 'data',
  'options.directory': 'data',
  domain: shop,
};

/** Commands that are named without all that they take: what they then miss. */
const named: Readonly<Record<string, RegExp>> = {
  'plaudit backup': /--to|--every/,
  'plaudit backup --every': /--every needs a value/,
  'plaudit move': /--to is missing/,
  'plaudit products import': /FILE is missing/,
  'plaudit products merge': /SKU is missing/,
  'plaudit account set': /[Gg]ive|--/,
  'plaudit account create': /--\w+ is missing/,
};

/** How commands begin that are not run here, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  'plaudit COMMAND --help': 'the first word stands for any',
  'plaudit backup --check': 'test/cli/restore.test.ts runs it',
  'plaudit start': 'test/cli/start.test.ts runs it',
  'plaudit proxy': 'test/cli/proxy.test.ts runs it',
  'plaudit account recover': 'test/cli/accounts.test.ts runs it',
  'plaudit account set --feed-stars on': 'test/cli/products.test.ts runs it, in a shop with a feed',
  'plaudit requests send': 'test/cli/requests.test.ts runs it',
  'plaudit reviews import': 'test/cli/reviews-import.test.ts runs it',
  'plaudit move': 'test/cli/move.test.ts runs it',
  'plaudit products undo': 'test/cli/moving-products.test.ts runs it',
  'plaudit reviews import status': 'test/cli/reviews-import.test.ts runs it',
  'plaudit reviews undo': 'test/cli/reviews-import.test.ts runs it as it is printed',
};

/** A command ends where its quotation does. */
const printed = /(?<before>['"`>]|Undo with: |run: |^\s*)(?<command>plaudit [a-zA-Z][^'"`<\n]*)/gm;

function findCommands(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync('{cli,review-service,server-kit,server-proxy}/**/*.ts', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
      .replaceAll(/\/\*[^]*?\*\//g, '')
      .replaceAll(/(?<=^|\s)\/\/.*$/gm, '');
    for (const { groups } of text.matchAll(printed)) found.set(groups!['command']!.trimStart(), file);
  }
  for (const file of ['review-service/console/words/en.json', 'deploy/prometheus/plaudit.rules.yml'])
    for (const [command] of readFileSync(join(root, file), 'utf8').matchAll(/plaudit [a-z][^"'*\n]*[^"'*\n.]/g))
      found.set(command, file);
  return found;
}

/** `plaudit proxy status` is not `plaudit proxy`. */
const isAnother = (command: string, beginning: string): boolean => /^ [a-z]/.test(command.slice(beginning.length));

/** As a shell takes it. */
function run(command: string, cwd: string): ReturnType<typeof runProgram> {
  const [, ...words] = execFileSync('sh', ['-c', `printf '%s\\0' ${command.trim()}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
  return runProgram(words, { cwd });
}

let directory: string;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-printed-'));
  const clock = new PacedClock(20);
  const service = await new TestService({ directory: join(directory, 'data/service') }, { clock }).start();
  service.token = await service.account(shop);
  await service.withDatabase((db) =>
    saveContent(db, shop, {
      products: [{ id: 1, sku: 'MUG' }],
      productReviews: [{ id: 1, product: { sku: 'MUG' }, published: 'pending' }],
      reviews: [{ reviewNo: 2 }],
      productQuestions: [{ id: 1, product: { sku: 'MUG' } }],
    }),
  );
  const proxy = await startProxyOf(service, { directory: join(directory, 'data/proxy') }, { clock });
  await proxy.close();
  await service.stop();
});
after(() => rmSync(directory, { recursive: true, force: true }));

for (const [command, file] of findCommands()) {
  if (Object.keys(elsewhere).some((beginning) => command.startsWith(beginning) && !isAnother(command, beginning)))
    continue;
  test(`${command} (${file})`, async () => {
    const whole = command.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
      assert.ok(Object.hasOwn(filled, name), `say in this test what stands for \${${name}} of ${file}`);
      return filled[name]!;
    });
    const { status, err } = await run(whole, directory);
    const missing = named[command];
    if (missing === undefined) return assert.equal(status, 0, err);
    assert.equal(status, 2, err);
    assert.match(err, missing);
  });
}

test('every command of a mail to the owners is run where plaudit start has left its data', async () => {
  const service = new TestService({ directory: join(directory, 'mailed/data/service') });
  await service.start();
  service.token = await service.account(shop);
  await service.withDatabase((db) => saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }] }));
  const review = (rating: number) =>
    service.ok('addProductReview', shop, { form: { sku: 'MUG', title: 'A mug', content: 'It holds tea.', rating } });
  const { product_review: reported } = await review(3);
  await review(1);
  await service.ok('flagProductReview', shop, { form: { review_id: reported.id, reason: 'other', message: 'Why?' } });
  await service.withDatabase((db) => db.updateTable('business').set({ hold_reviews: 1 }).execute());
  await review(1);
  await service.ok('addProductQuestion', shop, { form: { sku: 'MUG', content: 'Does it chip?' } });
  // Questions are told once a day, and everything with them.
  service.clock.advance(25 * HOUR_MS);
  const mails = () => globSync('mailed/data/service/mail/*.eml', { cwd: directory });
  await until('the owner is told', () => mails().length > 0);
  await service.stop();
  const text = partOf({ raw: readFileSync(join(directory, mails()[0]!), 'utf8') }, 'text/plain');
  const commands = [...text.matchAll(/^ {4}(plaudit .*?)\r?$/gm)].map(([, command]) => command!);
  assert.deepEqual(
    commands.map((command) => command.split(' ').slice(1, 3).join(' ')),
    'reviews show,reviews publish,reviews hide,questions publish,questions answer,questions hide,'
      .concat('reviews show,reviews hide,reports close,reviews reply')
      .split(','),
  );
  for (const command of commands) {
    const { status, err } = await run(command, join(directory, 'mailed'));
    assert.equal(status, 0, `${command}: ${err}`);
  }
});

/** What stands for the words that a document leaves open. */
const open: Readonly<Record<string, string>> = { ADDRESS: 'jane@customers.example', URL: 'https://api.example' };

test('every command that a document names within a sentence is one, with flags and words that it takes', () => {
  const wrong: string[] = [];
  let parsed = 0;
  for (const file of globSync(['*.md', 'docs/*.md', 'docs/{guides,reference}/**/*.md'], { cwd: root })) {
    if (file === 'CHANGELOG.md') continue;
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/^```[^]*?^```/gm, '');
    for (const [, program, inline] of text.matchAll(/`((?:npx\s+)?plaudit\s+)?([a-z][^`]*)`/g)) {
      const told = inline!.replace(/ >.*| …$/, '');
      const words = [...told.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(
        ([word, quoted, other]) => quoted ?? other ?? word,
      );
      const isFamily = commands.some(({ name }) => name.startsWith(`${words.join(' ')} `)) || told === 'help';
      const [meant] = commands
        .filter(({ name }) => name.split(' ').every((word, at) => words[at] === word))
        .toSorted((one, other) => other.name.length - one.name.length);
      // Without the program's name, one word may be any word.
      if (program === undefined && !meant?.name.includes(' ')) continue;
      const rest = words.slice(meant?.name.split(' ').length).map((word) => open[word] ?? word);
      if (isFamily || (meant && (rest.length === 0 || rest.includes('--help')))) continue;
      try {
        assert.ok(meant, 'there is no such command');
        readSettings(meant.flags, rest, {});
        parsed++;
      } catch (error) {
        // A flag may be named alone.
        if (!/needs a value/.test(String(error))) wrong.push(`${file}: ${inline}: ${String(error)}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(parsed > 30, `${parsed} are parsed`);
});

test('what this test names is still printed', () => {
  const found = findCommands();
  assert.ok(found.size > 10, 'the sources are searched');
  for (const command of Object.keys(named)) assert.ok(found.has(command), command);
  for (const beginning of Object.keys(elsewhere))
    assert.ok(
      [...found.keys()].some((command) => command.startsWith(beginning)),
      beginning,
    );
});

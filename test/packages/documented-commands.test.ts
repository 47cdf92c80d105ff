/**
 * The commands of the documents, run as they stand there from the packed programs in an empty folder; and a list of those
 * that are not run here, with the reason, so that no command can be written that nobody ever ran.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandsOf, Follower, password, serves, shellBlocksOf } from '../support/followed.ts';
import { isLong } from '../support/length.ts';
import { root } from '../support/packed.ts';
import { freshDatabase, usePostgres } from '../support/use-postgres.ts';

const skip = isLong ? false : 'starts the installed programs again and again: npm run test:packages';

/** The documents whose commands are run here, in their order. */
const followed = ['docs/starting-a-shop.md', 'docs/running-the-service.md'] as const;

/** Documents of which another test runs every command. */
const followedElsewhere = {
  'docs/backups.md': 'test/cli/backups-guide.test.ts, on a shop that loses its disk',
  'docs/upgrading.md': 'test/cli/upgrading-guide.test.ts, on data of an earlier version',
  'docs/a-merchants-day.md': 'test/packages/merchants-day.test.ts',
  'docs/uninstalling.md': 'test/packages/merchants-day.test.ts',
  'docs/guides/woocommerce.md': 'test/packages/merchants-day.test.ts',
  'README.md#Run service and proxy apart': 'test/packages/readme.test.ts',
};

/** Commands that are not run here: where they are run, or why nowhere. */
const notHere: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'the end-to-end tests start the demo so, in a checkout that is installed already',
  'npm ci && npm test': 'runs this test',
  'npm install ./plaudit-0.1.0.tgz': 'test/packages/installation.test.ts installs that file',
  'npx plaudit demo': 'test/packages/pack.test.ts, from the same installation, on free ports',
  'set -a; . ./data/plaudit.env; set +a': 'as in docs/starting-a-shop.md',
  'SHOPIFY_SECRET=… node shopify-orders.mjs': 'test/packages/shopify-guide.test.ts starts it',
  'npx plaudit start --data ./data': 'test/packages/installation.test.ts, on a free port',
  'npm run dev': 'goes on until it is stopped, and waits for somebody who saves a file',
  'npm run test:one FILE': 'runs tests',
  'PLAUDIT_LOG_LEVEL=debug npm run dev': 'as npm run dev',
  'npx plaudit doctor https://your-shop.example/product': 'needs that page; test/cli/doctor-page.test.ts has others',
  'npx plaudit doctor http://localhost:8080/product': 'needs that page; test/cli/doctor-page.test.ts has others',
  'npx plaudit doctor --data ./data': 'test/cli/doctor.test.ts, with data of its own',
  'npx plaudit proxy --scales "Size: Smaller < [As expected] < Larger; Comfort: Poor < Fine < Great" …':
    'one flag of a longer command; test/cli/command-line.test.ts has bad ones, and the demo has a good one',
  'mkdir words': 'test/cli/words.test.ts makes a folder of its own',
  'npx plaudit words en > words/en.json': 'test/cli/words.test.ts, which checks what it prints',
  'npx plaudit words check words/en.json': 'test/cli/words.test.ts, with right and wrong files',
  'npx plaudit proxy --words ./words …':
    'one flag of a longer command; test/cli/words.test.ts has good and bad folders',
  'docker run -p 127.0.0.1:5000:5000 libretranslate/libretranslate --load-only en,de,fr':
    "another program's, which test/support/fake-translator.ts stands for",
  'npx plaudit proxy --translate-with http://127.0.0.1:5000 …':
    'one flag of a longer command; test/server-proxy/translations.test.ts has translators of all kinds',
  'OLLAMA_CONTEXT_LENGTH=16384 ollama serve': "another program's, which test/support/fake-summariser.ts stands for",
  'ollama pull llama3.1:8b': "another program's, which test/support/fake-summariser.ts stands for",
  'npx plaudit proxy --summarise-with http://127.0.0.1:11434/v1 --summarise-model llama3.1:8b …':
    'two flags of a longer command; test/server-proxy/summary-faults.test.ts has models of all kinds',
  'npx plaudit proxy accept-removals --data /var/lib/plaudit': 'test/cli/proxy.test.ts, with held removals',
  'npx plaudit proxy queue list --data /var/lib/plaudit --business shop.example':
    'test/cli/proxy.test.ts, with writes in the queue',
  'npx plaudit proxy queue release ID --data /var/lib/plaudit --business shop.example':
    'test/cli/proxy.test.ts, with the id of a held write',
  'npx plaudit proxy queue drop ID --data /var/lib/plaudit --business shop.example':
    'test/cli/proxy.test.ts, with the id of a held write',
};

/** Guides whose commands need what is on no machine of ours: Docker, or a machine to install on as root. */
const onOtherMachines = ['docs/guides/docker.md', 'docs/guides/systemd.md'];

test('every command that a document tells is run by a test, or it is said here why not', () => {
  const done = new Set([...followed, ...Object.keys(followedElsewhere)].flatMap(commandsOf));
  const told = globSync(['*.md', 'docs/*.md', 'docs/{guides,reference}/*.md'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== 'CHANGELOG.md' && !onOtherMachines.includes(path))
    .flatMap(commandsOf);
  assert.deepEqual(
    told.filter((line) => !done.has(line) && !(line in notHere)),
    [],
    'run by no test',
  );
  assert.deepEqual(
    Object.keys(notHere).filter((line) => !told.includes(line)),
    [],
    'no longer in a document',
  );
});

test('the way of a shop: docs/starting-a-shop.md', { skip }, async () => {
  await using terminal = await Follower.open();
  const postgres = await usePostgres();
  try {
    for (const block of shellBlocksOf('docs/starting-a-shop.md')) {
      if (block.includes('plaudit move')) {
        await terminal.stopAll();
        const database = await freshDatabase(postgres.url);
        const out = await terminal.run(
          block.replace('postgres://plaudit@db.example/plaudit', database).replace(/^export .*\n/, ''),
        );
        assert.match(out, /plaudit service .*\n.*plaudit proxy /);
      } else if (serves(block)) {
        // The proxy of two programs needs the service beside it.
        if (!block.includes('plaudit proxy')) await terminal.stopAll();
        await terminal.serve(block);
        if (block.includes('plaudit proxy')) {
          const ratings = await fetch(`${terminal.url}/v1/businesses/-/product/reviews/stats`, {
            headers: { origin: 'https://your-shop.example' },
          });
          assert.equal(ratings.status, 200, await ratings.text());
        }
      } else await terminal.run(block);
    }
    assert.ok(existsSync(join(terminal.folder, 'reviews-backup.sqlite')));
  } finally {
    await terminal.stopAll();
    await postgres.stop();
  }
});

test('the review service: docs/running-the-service.md', { skip }, async () => {
  await using terminal = await Follower.open();
  terminal.write('password.txt', `${password}\n`);
  terminal.write('products.csv', 'sku,title,price,currency\nMUG-1,Mug,19.90,EUR\n');
  const said = new Map<string, string>();
  for (const line of commandsOf('docs/running-the-service.md')) {
    if (line in notHere) continue;
    if (serves(line)) await terminal.serve(line);
    else said.set(line.split(' ').slice(0, 4).join(' '), await terminal.run(line));
    await terminal.stopAll();
  }
  assert.match(said.get('npx plaudit account create')!, /^\S+\n$/);
  assert.match(said.get('npx plaudit account list')!, /your-shop\.example/);
  assert.match(said.get('npx plaudit products import')!, /^1 products: 1 added/);
  assert.match(said.get('npx plaudit backup --every')!, /makes a backup every 24 h/);
  assert.match(said.get('npx plaudit doctor --data')!, /^ok {4}Node: /);
});

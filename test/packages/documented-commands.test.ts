/**
 * The commands of the documents, run as they stand there in an empty folder: at full length from the packed programs,
 * otherwise from this checkout. And a list of those that are not run, with the reason, so that no command can be written
 * that nobody ever ran.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openServiceDatabase } from '../../review-service/database.ts';
import { saveContent } from '../support/content.ts';
import { commandsOf, Follower, password, serves, shellBlocksOf } from '../support/followed.ts';
import { root } from '../support/packed.ts';
import { png } from '../support/pictures.ts';
import { until } from '../support/smtp.ts';
import { freshDatabase, usePostgres } from '../support/use-postgres.ts';

/** The documents whose commands are run here, in their order. */
const followed = ['docs/starting-a-shop.md', 'docs/running-the-service.md'] as const;

/** Documents whose commands are run one by one on a shop that is there. */
const oneByOne = [
  'docs/console.md',
  'docs/guides/leaving.md',
  'docs/guides/words.md',
  'docs/reference/asking-about-reviews.md',
  'docs/running-the-proxy.md',
] as const;

/** Documents of which another test runs every command. */
const followedElsewhere = {
  'docs/backups.md': 'test/cli/backups-guide.test.ts and -postgres, on a shop that loses its disk',
  'docs/ten-minutes.md': 'test/packages/ten-minutes.test.ts, with the packed file at full length',
  'docs/troubleshooting.md': 'test/packages/ten-minutes.test.ts, on the same shop',
  'docs/upgrading.md': 'test/cli/upgrading-guide.test.ts, on data of an earlier version, and systemd-guide.test.ts',
  'docs/a-merchants-day.md': 'test/packages/merchants-day.test.ts',
  'docs/uninstalling.md': 'test/packages/merchants-day.test.ts, and systemd-guide.test.ts',
  'docs/guides/coming-from/hosted-api.md': 'test/packages/hosted-api-guide.test.ts, from a service of its own',
  'docs/guides/coming-from/judge-me.md': 'test/packages/coming-from-guides.test.ts, each in a shop of its own',
  'docs/guides/coming-from/loox.md': 'test/packages/coming-from-guides.test.ts, each in a shop of its own',
  'docs/guides/coming-from/okendo.md': 'test/packages/coming-from-guides.test.ts, each in a shop of its own',
  'docs/guides/coming-from/trustpilot.md': 'test/packages/coming-from-guides.test.ts, each in a shop of its own',
  'docs/guides/coming-from/woocommerce.md': 'test/packages/coming-from-guides.test.ts, each in a shop of its own',
  'docs/guides/coming-from/yotpo.md': 'test/packages/coming-from-guides.test.ts, each in a shop of its own',
  'docs/guides/feeds.md': 'below, in a shop with a product',
  'docs/guides/docker.md': 'test/packages/docker-guide.test.ts, with a process for each container',
  'docs/guides/woocommerce.md': 'test/packages/merchants-day.test.ts',
  'docs/guides/systemd.md#Installing the program': 'test/packages/systemd-guide.test.ts',
  'docs/guides/systemd.md#One process': 'test/packages/systemd-guide.test.ts',
  'docs/guides/systemd.md#Two programs': 'test/packages/systemd-guide.test.ts',
  'docs/guides/systemd.md#Secrets, rights and commands': 'test/packages/systemd-guide.test.ts',
  'README.md#Run service and proxy apart': 'test/packages/readme.test.ts',
};

/** Commands that are not run here: where they are run, or why nowhere. */
const notHere: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'the end-to-end tests start the demo so, in a checkout that is installed already',
  'npm ci && npm test': 'runs this test',
  'npx plaudit demo': 'test/packages/pack.test.ts, from the same installation, on free ports',
  'set -a; . ./data/plaudit.env; set +a': 'as in docs/starting-a-shop.md',
  'SHOPIFY_SECRET=… node shopify-orders.mjs': 'test/packages/shopify-guide.test.ts starts it',
  'npm run dev': 'goes on until it is stopped, and waits for somebody who saves a file',
  'npm run test:one FILE': 'runs tests',
  'PLAUDIT_LOG_LEVEL=debug npm run dev': 'as npm run dev',
  'docker compose down': "Docker's own: the containers of test/packages/docker-guide.test.ts are processes",
  'docker run -p 127.0.0.1:5000:5000 libretranslate/libretranslate --load-only en,de,fr':
    "another program's, which test/support/fake-translator.ts stands for",
  'OLLAMA_CONTEXT_LENGTH=16384 ollama serve': "another program's, which test/support/fake-summariser.ts stands for",
  'ollama pull llama3.1:8b': "another program's, which test/support/fake-summariser.ts stands for",
  'npx plaudit proxy queue release ID --data /var/lib/plaudit --business shop.example':
    'test/cli/proxy.test.ts, with the id of a held write',
  'npx plaudit proxy queue drop ID --data /var/lib/plaudit --business shop.example':
    'test/cli/proxy.test.ts, with the id of a held write',
};

const documents = globSync(['*.md', 'docs/*.md', 'docs/{guides,guides/coming-from,reference}/*.md'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path !== 'CHANGELOG.md');

test('no block that is not of sh has a command, which would be run by no test', () => {
  const blocks = documents.flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(/^ *```(\w*)[^\n]*\n(.*?)^ *```$/gms),
  ]);
  const others = blocks.filter(([, language]) => /^(?:text|bash|shell|console|)$/.test(language!));
  const program =
    /^\s*(?:[$#] |sudo |[A-Z_]+=\S+ )*(?:npx|npm|node|plaudit|docker|systemctl|journalctl|cd|mkdir|rm|curl) /m;
  assert.ok(others.length > 5);
  assert.deepEqual(
    others.map(([, , block]) => block!).filter((block) => program.test(block)),
    [],
  );
});

test('every command that a document tells is run by a test, or it is said here why not', () => {
  const done = new Set([...followed, ...oneByOne, ...Object.keys(followedElsewhere)].flatMap(commandsOf));
  const told = documents.flatMap(commandsOf);
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

test('the way of a shop: docs/starting-a-shop.md', { timeout: 600_000 }, async () => {
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
        const [, next] = /^ {2}(plaudit start .*--database-url .*)$/m.exec(out) ?? assert.fail(out);
        await terminal.serve(`npx ${next}`);
        const moved = await fetch(`${terminal.url}/v1/businesses/-`);
        assert.equal(moved.status, 200, await moved.text());
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

/** The review that the page is about. */
async function addReview(directory: string, id: number): Promise<void> {
  const db = await openServiceDatabase({ directory });
  const productReviews = [{ id, product: { sku: 'POT-1' } }];
  await saveContent(db, 'your-shop.example', { products: [{ id: 1, sku: 'POT-1' }], productReviews });
  await db.destroy();
}

/** Nobody knows the feed of the example: it is kept all the same, and the doctor says so from then on. */
function refusalOf(line: string): RegExp | undefined {
  if (line.includes('--feed https://your-shop.example/'))
    return /^1 plaudit: The product feed \S+ cannot be read, and is/;
  return line.startsWith('npx plaudit doctor --data') ? /^1 $/ : undefined;
}

test('the review service: docs/running-the-service.md', { timeout: 600_000 }, async () => {
  await using terminal = await Follower.open();
  terminal.write('password.txt', `${password}\n`);
  terminal.write('products.csv', 'sku,title,price,currency\nMUG-1,Mug,19.90,EUR\n');
  terminal.write(
    'reviews.csv',
    'product_handle,state,rating,title,author,email,location,body,reply,created_at,replied_at\n' +
      'MUG-1,published,5,Great,Ann Lee,,,Warm,,2024-03-05T10:11:12+00:00,\n',
  );
  writeFileSync(join(terminal.folder, 'logo.png'), await png());
  const said = new Map<string, string>();
  // A page is looked at where there is one: docs/troubleshooting.md has the same command.
  const elsewhere = new Set([...Object.keys(notHere), ...commandsOf('docs/troubleshooting.md')]);
  for (const line of commandsOf('docs/running-the-service.md')) {
    if (elsewhere.has(line)) continue;
    if (line.startsWith('npx plaudit reviews hide')) await addReview(join(terminal.folder, 'service-data'), 1204);
    if (serves(line)) await terminal.serve(line);
    else said.set(line.split(' ').slice(0, 4).join(' '), await terminal.run(line, refusalOf(line)));
    await terminal.stopAll();
  }
  assert.match(said.get('npx plaudit account create')!, /^\S+\n$/);
  assert.match(said.get('npx plaudit account list')!, /your-shop\.example/);
  assert.match(said.get('npx plaudit products import')!, /^1 products: 1 added/);
  assert.match(said.get('npx plaudit backup --every')!, /makes a backup every 24 h/);
  const found = said.get('npx plaudit doctor --data')!;
  assert.match(found, /^ok {4}Node: /);
  assert.deepEqual(
    found.match(/^fail .*/gm)?.filter((line) => !line.includes('feed')),
    [],
  );
});

test('the other pages: their commands run on a shop that is there, and programs start with their flags', async () => {
  await using terminal = await Follower.open();
  await terminal.serve(shellBlocksOf('docs/starting-a-shop.md#Without a browser')[0]!.replace(/ --feed \S+/, ''));
  terminal.write('password.txt', `${password}\n`);
  for (const line of oneByOne.flatMap(commandsOf)) {
    if (line in notHere) continue;
    const command = line.replace('/var/lib/plaudit', './data').replace(/(?<= )shop\.example/, 'your-shop.example');
    if (!serves(command)) await terminal.run(command);
    else {
      await terminal.stopAll();
      await terminal.serve(command);
    }
  }
});

test('the feeds: docs/guides/feeds.md', async () => {
  await using terminal = await Follower.open();
  await terminal.serve(shellBlocksOf('docs/starting-a-shop.md#Without a browser')[0]!);
  terminal.write('products.csv', 'sku,title,price,currency\nMUG-1,Mug,19.90,EUR\n');
  await terminal.run('npx plaudit products import products.csv --data ./data');
  const catalogue = async () => (await fetch(`${terminal.url}/feeds/-/catalogue.xml`)).status;
  for (const line of commandsOf('docs/guides/feeds.md')) {
    const command = line.replace('https://reviews.your-shop.example', terminal.url);
    if (command.includes('--feed-stars')) {
      assert.equal(await catalogue(), 404);
      await terminal.run(command);
      assert.equal(await catalogue(), 502);
      continue;
    }
    if (!serves(command)) {
      const products = `${terminal.url}/v1/businesses/-/products`;
      const headers = { origin: 'https://your-shop.example' };
      await until('the proxy has the product', async () =>
        (await (await fetch(products, { headers })).text()).includes('MUG-1'),
      );
      assert.equal(JSON.parse(await terminal.run(command)).sku, 'MUG-1');
      continue;
    }
    await terminal.stopAll();
    await terminal.serve(command);
    // Nobody knows the feed of the example.
    assert.equal(await catalogue(), 502);
  }
});

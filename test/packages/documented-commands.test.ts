/**
 * The commands of the documents, run as they stand there from the packed programs in an empty folder; and a list of those
 * that are not run here, with the reason, so that no command can be written that nobody ever ran.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { isLong } from '../support/length.ts';
import { emptyFolder, install, pack, root } from '../support/packed.ts';
import { freePort } from '../support/ports.ts';
import { freshDatabase, usePostgres } from '../support/use-postgres.ts';

const skip = isLong ? false : 'starts the installed programs again and again: npm run test:packages';

/** The documents whose commands are run here, in their order. */
const followed = ['docs/starting-a-shop.md', 'docs/running-the-service.md'] as const;

/** Documents of which another test runs every command. */
const followedElsewhere = {
  'docs/upgrading.md': 'test/cli/upgrading-guide.test.ts, on data of an earlier version',
  'README.md#Run service and proxy apart': 'test/packages/readme.test.ts',
};

/** Commands that are not run here: where they are run, or why nowhere. */
const notHere: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'the end-to-end tests start the demo so, in a checkout that is installed already',
  'npm ci && npm test': 'runs this test',
  'npm install ./plaudit-0.1.0.tgz': 'test/packages/installation.test.ts installs that file',
  'npx plaudit demo': 'test/packages/pack.test.ts, from the same installation, on free ports',
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

/** Shell blocks of a document, or of one section of it; not those that are environment files. */
function blocksOf(path: string): string[] {
  const [file, heading] = path.split('#') as [string, string?];
  const text = readFileSync(join(root, file), 'utf8');
  const section = heading === undefined ? text : text.slice(text.indexOf(`## ${heading}\n`)).split(/\n(?=## )/)[0]!;
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)]
    .map(([, block]) => block!.replaceAll(/ *\\\n */g, ' '))
    .filter((block) => !/^(?:#.*\n)?(?:[A-Z_]+=\S+\n)+$/.test(block));
}

const linesOf = (path: string): string[] =>
  blocksOf(path).flatMap((block) => block.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#')));

test('every command that a document tells is run by a test, or it is said here why not', () => {
  const done = new Set([...followed, ...Object.keys(followedElsewhere)].flatMap(linesOf));
  const told = globSync(['*.md', 'docs/*.md', 'docs/{guides,reference}/*.md'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== 'CHANGELOG.md' && !onOtherMachines.includes(path))
    .flatMap(linesOf);
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

const password = 'correct horse battery';
let folder: string;
/** What operators export stays until the end of a document. */
let env: Record<string, string>;
/** Neighbouring ports that are free, in place of 3000 and 3001. */
let port: number;
const running: ChildProcess[] = [];

before(() => {
  if (!isLong) return;
  folder = emptyFolder();
  install(folder, pack().programs);
});
after(async () => {
  if (!isLong) return;
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
});

async function begin(): Promise<void> {
  port = await freePort(2);
  env = {
    ...(Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PLAUDIT_|npm_)/i.test(name))) as Record<
      string,
      string
    >),
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
    // What npm thinks of the settings of whoever runs this.
    npm_config_loglevel: 'error',
    PLAUDIT_LOG_LEVEL: 'silent',
    PLAUDIT_DRAIN: '0',
  };
}

/** As the document has it, but for places and secrets, which are examples there. */
const asRun = (block: string): string =>
  block
    .replaceAll('/var/lib/plaudit', './service-data')
    .replaceAll('/backup/', './backup/')
    .replaceAll('--port 3000', `--port ${port}`)
    .replaceAll('--port 3001', `--port ${port + 1}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${port + 1}`)
    .replaceAll(/(PASSWORD=)…/g, `$1'${password}'`);

const serves = (block: string): boolean =>
  /npx plaudit (?:start|service|proxy(?! (?:queue|accept|status)))\b/.test(block);

function shell(block: string): ChildProcess {
  for (const [, name, value] of block.matchAll(/^export (\w+)=(\S+)$/gm)) env[name!] = value!;
  return spawn('bash', ['-euc', block], {
    cwd: folder,
    env: { ...env, ...(/--port/.test(block) ? {} : { PLAUDIT_PORT: String(port) }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** Runs a block to its end. */
async function run(block: string): Promise<string> {
  const child = shell(asRun(block));
  let [out, err] = ['', ''];
  child.stdout!.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number];
  assert.deepEqual([status, err], [0, ''], block);
  return out;
}

/** Starts what goes on until it is stopped, and returns once it is ready. */
async function serve(block: string): Promise<void> {
  const child = shell(asRun(block));
  running.push(child);
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  while (!/is ready: http/.test(said)) {
    assert.equal(child.exitCode, null, `${block}\n${said}`);
    await wait(50);
  }
}

async function stopAll(): Promise<void> {
  for (const child of running.splice(0).toReversed()) {
    if (child.exitCode !== null) continue;
    const gone = once(child, 'exit');
    process.kill(-child.pid!, 'SIGINT');
    await gone;
  }
}

test('the way of a shop: docs/starting-a-shop.md', { skip }, async () => {
  await begin();
  const postgres = await usePostgres();
  try {
    for (const block of blocksOf('docs/starting-a-shop.md')) {
      if (block.includes('plaudit move')) {
        await stopAll();
        const database = await freshDatabase(postgres.url);
        const out = await run(
          block.replace('postgres://plaudit@db.example/plaudit', database).replace(/^export .*\n/, ''),
        );
        assert.match(out, /plaudit service .*\n.*plaudit proxy /);
      } else if (serves(block)) {
        // The proxy of two programs needs the service beside it.
        if (!block.includes('plaudit proxy')) await stopAll();
        await serve(block);
        if (block.includes('plaudit proxy')) {
          const ratings = await fetch(`http://127.0.0.1:${port}/v1/businesses/-/product/reviews/stats`, {
            headers: { origin: 'https://your-shop.example' },
          });
          assert.equal(ratings.status, 200, await ratings.text());
        }
      } else await run(block);
    }
    assert.ok(existsSync(join(folder, 'reviews-backup.sqlite')));
  } finally {
    await stopAll();
    await postgres.stop();
  }
});

test('the review service: docs/running-the-service.md', { skip }, async () => {
  await begin();
  const data = join(folder, 'service-data');
  writeFileSync(join(folder, 'password.txt'), `${password}\n`);
  writeFileSync(join(folder, 'products.csv'), 'sku,title,price,currency\nMUG-1,Mug,19.90,EUR\n');
  const said = new Map<string, string>();
  for (const line of linesOf('docs/running-the-service.md')) {
    if (line in notHere) continue;
    // “Restore into an empty directory.”
    if (line.startsWith('npx plaudit restore')) renameSync(data, `${data}-before`);
    if (serves(line)) await serve(line);
    else said.set(line.split(' ').slice(0, 4).join(' '), await run(line));
    await stopAll();
  }
  assert.match(said.get('npx plaudit account create')!, /^\S+\n$/);
  assert.match(said.get('npx plaudit account list')!, /your-shop\.example/);
  assert.match(said.get('npx plaudit products import')!, /^1 products: 1 added/);
  assert.match(said.get('npx plaudit backup --every')!, /makes a backup every 24 h/);
  assert.match(said.get('npx plaudit doctor --data')!, /^ok {4}Node: /);
});

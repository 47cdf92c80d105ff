/** The command line as another program sees it: exit status, standard error, the line that says it is ready. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { runProgram as run, startProgram as start } from '../support/program.ts';

let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-cli-'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

const oneLine = (text: string) => text.trim().split('\n').length === 1;
const proxyFlags = [
  'proxy',
  '--port',
  '0',
  '--upstream',
  'http://127.0.0.1:9/v1',
  '--business',
  'a.example',
  '--data',
  '/tmp',
];

const mistakes: [string[], RegExp][] = [
  [['fly'], /Unknown command "fly"/],
  [['service', '--colour', 'red'], /Unknown flag --colour/],
  [['service', '--port'], /--port needs a value/],
  [['service', '--port', '--data'], /--port needs a value/],
  [['service', '--port', '99999', '--data', 'x'], /--port must be a port/],
  [['service', '--port', '1', '--port', '2'], /--port is given twice/],
  [['service', 'stray'], /Unexpected argument "stray"/],
  [['service', '--demo=yes'], /--demo takes no value/],
  [['service', '--database-url', 'mysql://me:hunter2@x/y'], /--database-url must be an address such as postgres/],
  [['proxy', '--data', 'x'], /--upstream is missing/],
  [
    ['proxy', '--upstream', 'ftp://x', '--business', 'a.example', '--data', 'x'],
    /--upstream must be an http or https address/,
  ],
  [['proxy', '--upstream', 'http://x', '--business', '../admin', '--data', 'x'], /--business must be site domains/],
  [['proxy', '--upstream', 'http://x', '--data', 'x'], /--business is missing: x holds no data/],
  [
    ['account', 'create', '--data', 'x', '--email', 'a@a.example', '--password-stdin'],
    /--business is missing: x holds no data/,
  ],
  [proxyFlags, /PLAUDIT_CLIENT_TOKEN is not set/],
  [['account', 'create', '--data', 'x', '--business', 'a.example', '--email', 'a@a.example'], /--password-stdin/],
  [['account', 'create', '--password', 'secret'], /Unknown flag --password/],
  [
    ['account', 'create', '--data', 'x', '--business', 'a.example', '--email', 'a', '--password-stdin'],
    /--email must be an e-mail address/,
  ],
  [
    ['account', 'create', '--data', 'x', '--business', 'a.example', '--email', 'a@a.example', '--password-stdin'],
    /no password on standard input/,
  ],
  [['questions', 'answer', '-4SoA', '--text', 'x'], /NUMBER must be that of a question/],
  [['account', 'fly'], /Unknown command "account fly"/],
  [['account', 'revoke', '--data', 'x'], /either --client PREFIX\|LABEL or --email/],
  [['account', 'revoke', '--data', 'x', '--client', 'abc', '--email', 'a@a.example'], /either --client/],
  [['account', 'set', '--data', 'x', '--business', 'a.example', '--hold', 'maybe'], /--hold must be on or off/],
  [['account', 'disable', '--data', 'x'], /--email is missing/],
  [
    ['start', '--data', 'x', '--translate-with', 'ftp://lt.example'],
    /--translate-with must be an http or https address/,
  ],
  [
    ['start', '--data', 'x', '--summarise-with', 'ftp://llm.example', '--summarise-model', 'm'],
    /--summarise-with must be an http or https address/,
  ],
  [['demo', '--summarise-with', 'http://llm.example/v1'], /--summarise-with needs --summarise-model/],
  [['start', '--data', 'x', '--summarise-model', 'm'], /--summarise-model needs --summarise-with/],
  [['start', '--data', 'x', '--scales', 'Size'], /--scales must be scales such as .*, not "Size"/],
  [['start', '--data', 'x', '--scales', 'Size: Small'], /--scales must give the scale "Size" 2 to 11 options/],
  [['start', '--data', 'x', '--scales', 'Size: [S] < M < L'], /--scales must put brackets around one option/],
  [['start', '--data', 'x', '--scales', 'Size: S < M < s'], /--scales gives the scale "Size" an option twice/],
  [['start', '--data', 'x', '--scales', 'Fit: A < B; fit: A < B'], /--scales names the scale "fit" twice/],
];

for (const [args, message] of mistakes) {
  test(`a wrong command line is one clear line and status 2: plaudit ${args.join(' ')}`, async () => {
    const { status, err, out } = await run(args);
    assert.equal(status, 2, err);
    assert.match(err, message);
    assert.ok(oneLine(err), err);
    assert.ok(!err.includes('hunter2'), 'a password is not repeated');
    assert.equal(out, '');
  });
}

test('a wrong variable is named as the variable that it is', async () => {
  const { status, err } = await run(proxyFlags, {
    env: {
      PLAUDIT_CLIENT_TOKEN: 'c',
      PLAUDIT_EMAIL: 'e',
      PLAUDIT_PASSWORD: 'p',
      PLAUDIT_ORIGINS: 'https://*.shop.example',
    },
  });
  assert.equal(status, 2);
  assert.match(err, /PLAUDIT_ORIGINS must be origins/);
  const mail = await run(['service', '--port', '0', '--data', directory], {
    env: { PLAUDIT_SMTP_URL: 'me:hunter2@mail.example' },
  });
  assert.equal(mail.status, 2);
  assert.match(mail.err, /PLAUDIT_SMTP_URL must be an address such as smtp:/);
  assert.ok(!mail.err.includes('hunter2'), 'a password is not repeated');
});

test('help is printed on standard output, for the program and for each command', async () => {
  const { out } = await run(['help']);
  const commands = [...out.matchAll(/^ {2}plaudit ((?:[\w-]+ )*[\w-]+) {2,}/gm)].map(([, name]) => name!);
  assert.ok(commands.length > 10, out);
  for (const name of commands) {
    const help = (await run([...name.split(' '), '--help'])).out;
    assert.ok(help.startsWith(`plaudit ${name}: `), help);
  }
  assert.match((await run(['proxy', '--help'])).out, /PLAUDIT_ORIGINS/);
});

test('a taken port is one clear line and status 1', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { status, err } = await run(['service', '--port', String(port), '--data', join(directory, 'taken')]);
  taken.close();
  assert.equal(status, 1);
  assert.match(err, new RegExp(`Port ${port} is taken`));
  assert.ok(oneLine(err), err);
});

test('a data directory that cannot be used is one clear line and status 1', async () => {
  const file = join(directory, 'a-file');
  writeFileSync(file, '');
  const { status, err } = await run(['service', '--port', '0', '--data', file]);
  assert.equal(status, 1);
  assert.match(err, /data directory .*a-file/);
  assert.ok(oneLine(err), err);
});

for (const [version, isTooOld] of [
  ['18.0.0', true],
  ['24.6.9', true],
  ['24.7.0', false],
  ['26.0.0', false],
] as const) {
  test(`Node ${version} ${isTooOld ? 'is too old, and says so in one line' : 'is new enough'}`, async () => {
    // Stands for that Node: the program sees its version before anything that an old one could not read.
    const stand = join(directory, `node-${version}.cjs`);
    writeFileSync(
      stand,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
       Object.defineProperty(process, 'version', { value: 'v${version}' });`,
    );
    chmodSync(stand, 0o644);
    const { status, err } = await run(['help'], { env: { NODE_OPTIONS: `--require ${stand}` } });
    const line = `Plaudit needs Node 24.7 or newer, and this is v${version}. `;
    assert.deepEqual([status, err.slice(0, line.length)], isTooOld ? [1, line] : [0, '']);
    assert.ok(!isTooOld || oneLine(err), err);
  });
}

test('an account made by command can log in, and a second one under the same address is refused', async () => {
  const data = join(directory, 'account');
  const args = [
    'account',
    'create',
    '--data',
    data,
    '--business',
    'shop.example',
    '--email',
    'me@shop.example',
    '--password-stdin',
  ];
  const made = await run(args, { input: 'a long enough password\n' });
  assert.equal(made.status, 0, made.err);
  const clientToken = made.out.trim();
  assert.ok(clientToken.length >= 20 && oneLine(made.out), made.out);
  const again = await run(args, { input: 'another password\n' });
  assert.equal(again.status, 1);
  assert.match(again.err, /exists/);

  const service = start(['service', '--port', '0', '--data', data]);
  const ready = await firstLine(service, /^Review service is ready: (\S+)$/);
  const login = await fetch(`${ready}/login?client_token=${clientToken}`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'me@shop.example', password: 'a long enough password' }),
  });
  assert.equal(login.status, 200);
  assert.equal(((await login.json()) as { status: string }).status, 'OK');
  service.kill('SIGTERM');
  const [status] = (await once(service, 'close')) as [number];
  assert.equal(status, 0, 'SIGTERM ends with status 0');
});

test('SIGINT ends a proxy with status 0, also one whose upstream is not there', async () => {
  const proxy = start(
    [
      'proxy',
      '--port',
      '0',
      '--upstream',
      'http://127.0.0.1:9/v1',
      '--business',
      'a.example',
      '--data',
      join(directory, 'proxy'),
    ],
    {
      PLAUDIT_CLIENT_TOKEN: 'c',
      PLAUDIT_EMAIL: 'e@a.example',
      PLAUDIT_PASSWORD: 'p',
    },
  );
  const address = await firstLine(proxy, /^Proxy is ready: (\S+)$/);
  assert.equal((await fetch(`${address}/healthz`)).status, 200);
  proxy.kill('SIGINT');
  const [status] = (await once(proxy, 'close')) as [number];
  assert.equal(status, 0);
});

async function firstLine(child: ReturnType<typeof start>, pattern: RegExp): Promise<string> {
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const match = pattern.exec(line);
    if (match) return match[1]!;
  }
  throw new Error(`It ended before it was ready: ${err}`);
}

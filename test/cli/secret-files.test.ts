/** Secrets as files, as Docker and systemd hand them out. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { takeSecretFiles } from '../../cli/settings/secret-files.ts';
import { runProgram } from '../support/program.ts';

let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-secrets-'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

function put(name: string, content: string | Buffer): string {
  const file = join(directory, name);
  writeFileSync(file, content);
  return file;
}

function taken(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  takeSecretFiles(env);
  return env;
}

test('a secret is read from its file, without the newline that an editor leaves', () => {
  for (const [content, value] of [
    ['hunter2', 'hunter2'],
    ['hunter2\n', 'hunter2'],
    ['hunter2\r\n', 'hunter2'],
    [' two words \n\n', ' two words \n'],
  ] as const)
    assert.equal(taken({ PLAUDIT_PASSWORD_FILE: put('password', content) })['PLAUDIT_PASSWORD'], value);
  assert.equal(taken({ PLAUDIT_PASSWORD: 'a', PLAUDIT_PASSWORD_FILE: '' })['PLAUDIT_PASSWORD'], 'a');
});

test('a file that holds no secret, or a secret that is given twice, is refused by name', () => {
  const good = put('good', 'hunter2');
  for (const [env, message] of [
    [{ PLAUDIT_SECRET: 'a', PLAUDIT_SECRET_FILE: good }, /^Both PLAUDIT_SECRET and PLAUDIT_SECRET_FILE are set/],
    [{ PLAUDIT_SMTP_URL_FILE: join(directory, 'none') }, /^PLAUDIT_SMTP_URL_FILE names a file that cannot be read: EN/],
    [{ PLAUDIT_PASSWORD_FILE: directory }, /^PLAUDIT_PASSWORD_FILE names a file that cannot be read: EISDIR/],
    [{ PLAUDIT_PASSWORD_FILE: put('empty', '\n') }, /^PLAUDIT_PASSWORD_FILE names a file that is empty: .*empty/],
    [{ PLAUDIT_PASSWORD_FILE: put('bytes', Buffer.from([255, 0])) }, /^PLAUDIT_PASSWORD_FILE names a file that is no/],
  ] as const)
    assert.throws(() => taken({ ...env }), { name: 'UsageError', message });
});

test('commands take the address of a database and the account from files', async () => {
  const url = await runProgram(['proxy', 'status'], {
    env: { PLAUDIT_DATABASE_URL_FILE: put('url', 'mysql://me:hunter2@db.example/x\n') },
  });
  assert.deepEqual(
    [url.status, /--database-url must be an address such as postgres/.test(url.err)],
    [2, true],
    url.err,
  );
  assert.ok(!url.err.includes('hunter2'));
  const flags = ['--upstream', 'http://127.0.0.1:9/v1', '--business', 'a.example', '--data', directory];
  const account = {
    PLAUDIT_CLIENT_TOKEN_FILE: put('token', 'c\n'),
    PLAUDIT_EMAIL: 'e',
    PLAUDIT_PASSWORD_FILE: put('p', 'p'),
  };
  // The last thing that is read of the environment: what comes before was there.
  const proxy = await runProgram(['proxy', ...flags], { env: { ...account, PLAUDIT_LOG_LEVEL: 'loud' } });
  assert.match(proxy.err, /PLAUDIT_LOG_LEVEL must be one of/);
});

test('the help of a command says once which secrets may be files', async () => {
  const { out } = await runProgram(['proxy', '--help']);
  assert.equal(out.split('PLAUDIT_DATABASE_URL_FILE').length + out.split('_FILE names').length, 3);
  assert.match(out, /which PLAUDIT_CLIENT_TOKEN_FILE names \(also for PLAUDIT_PASSWORD, .*PLAUDIT_DATABASE_URL/);
  assert.doesNotMatch((await runProgram(['demo', '--help'])).out, /PLAUDIT_PASSWORD_FILE/);
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { version } from '../../server-kit/version.ts';

test('an error is logged by its kind, code, message and place; what else it carries stays out', () => {
  const script = `
    import { createLogger } from ${JSON.stringify(join(import.meta.dirname, '../../server-kit/log.ts'))};
    const refused = Object.assign(new Error('duplicate key value'), { code: '23505', detail: 'Key (email)=(jane@customers.example) exists', where: 'jane@customers.example' });
    const logger = createLogger('test', 'info');
    logger.child({ request: 1 }).error({ err: new Error('it failed', { cause: refused }) }, 'a write failed');
    logger.error({ err: Object.assign(new TypeError('Invalid URL'), { input: 'jane@customers.example' }) });
    logger.error({ err: 'jane@customers.example' });`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.ok(!stderr.includes('jane'), stderr);
  const [starting, first] = stderr.split('\n').map((line) =>
    line === ''
      ? null
      : (JSON.parse(line) as {
          msg: string;
          version: string;
          err: { message: string; cause: { code: string; message: string; stack: string } };
        }),
  );
  assert.deepEqual([starting!.msg, starting!.version], ['starting', version]);
  assert.deepEqual(
    [first!.msg, first!.err.message, first!.err.cause.code, first!.err.cause.message],
    ['a write failed', 'it failed', '23505', 'duplicate key value'],
  );
  assert.match(first!.err.cause.stack, /at /);
});

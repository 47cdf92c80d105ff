import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { prepareImage } from '../../server-kit/pictures/images.ts';
import { png } from '../support/pictures.ts';
import { until } from '../support/smtp.ts';

test('a picture is no worse for what became of the process between it and the one before', async () => {
  const picture = await png();
  await prepareImage(picture);
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  assert.equal(children.length, 1);
  process.kill(Number(children[0]), 'SIGKILL');
  await until('it is gone', async () => !existsSync(`/proc/${children[0]}`));
  assert.ok((await prepareImage(picture)).length > 0);
});

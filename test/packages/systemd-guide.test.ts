/** The guide for systemd, pasted on a machine that is a folder: with the units, env files and secrets that it names. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commandsOf, password, shellBlocksOf } from '../support/followed.ts';
import { Machine } from '../support/machine.ts';
import { blocksOf } from '../support/markdown.ts';

const section = (name: string): string[] => shellBlocksOf(`docs/guides/systemd.md#${name}`);

/** Writes the environment files that the guide shows. */
function writeEnvironment(machine: Machine): void {
  for (const { code } of blocksOf('guides/systemd.md')) {
    const [, path] = /^# (\/etc\/plaudit\/\S+\.env)\n/.exec(code) ?? [];
    if (path) machine.write(path, code);
  }
}

async function install(): Promise<Machine> {
  const machine = await Machine.make();
  for (const block of section('Installing the program')) machine.run(block);
  writeEnvironment(machine);
  return machine;
}

test('the guide for systemd leads to one process that is set up by a link, and looked after by its commands', async () => {
  await using machine = await install();
  const said = section('One process').map((block) => machine.run(block));
  try {
    assert.match(said.join(''), /^Set it up: https:\/\/api\.your-shop\.example\/console\/setup\/\S+$/m);
    const answer = await fetch(`http://127.0.0.1:${machine.port}/healthz`);
    assert.equal(answer.status, 200);
    for (const block of section('Secrets, rights and commands'))
      assert.match(machine.run(block), /makes a backup every 24 h/);
    const [end] = commandsOf('docs/uninstalling.md#3. Stop the programs');
    machine.run(end!);
    await assert.rejects(fetch(`http://127.0.0.1:${machine.port}/healthz`), 'nothing listens any more');
  } finally {
    machine.stop('plaudit');
  }
});

test('the guide for systemd leads to two programs: the proxy logs in with the secrets that it was handed', async () => {
  await using machine = await install();
  machine.write('home/password.txt', `${password}\n`);
  for (const block of section('Two programs')) machine.run(block);
  try {
    const answer = await fetch(`http://127.0.0.1:${machine.port}/v1/businesses/-`);
    assert.equal(answer.status, 200, await answer.text());
    const units = ['plaudit-service', 'plaudit-proxy'];
    const [installNew, restart] = shellBlocksOf('docs/upgrading.md').filter((block) => !block.includes('npx plaudit'));
    machine.run(installNew!);
    for (const unit of units.map((name) => `etc/systemd/system/${name}.service`))
      machine.write(unit, readFileSync(machine.at(unit), 'utf8').replace('/opt/plaudit/', '/opt/plaudit-0.2.0/'));
    const pids = () => units.map((name) => readFileSync(machine.at(`run/${name}.pid`), 'utf8'));
    const before = pids();
    machine.run(restart!);
    assert.ok(pids().every((pid) => !before.includes(pid)));
    assert.equal((await fetch(`http://127.0.0.1:${machine.port}/v1/businesses/-`)).status, 200);
    assert.doesNotMatch(readFileSync(machine.at('log/plaudit-proxy'), 'utf8'), /"level":(?:50|60)|refused/);
  } finally {
    machine.stop('plaudit-proxy', 'plaudit-service');
  }
});

/** The systemd units: what they close, how systemd rates them, and that they start what the program has. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { runProgram } from '../support/program.ts';

const folder = join(import.meta.dirname, '../../deploy/systemd');
const units = globSync('*.service', { cwd: folder }).toSorted();
const read = (unit: string): string => readFileSync(join(folder, unit), 'utf8');

/** `systemd-analyze security` counts from 0 (closed) to 10 (open). */
const MOST_EXPOSURE = 3;
const canRate = spawnSync('systemd-analyze', ['--version']).status === 0;

const hardening = `CapabilityBoundingSet= AmbientCapabilities= NoNewPrivileges=yes ProtectSystem=strict ProtectHome=yes
  PrivateTmp=yes PrivateDevices=yes PrivateUsers=yes ProtectClock=yes ProtectHostname=yes ProtectKernelLogs=yes
  ProtectKernelModules=yes ProtectKernelTunables=yes ProtectControlGroups=yes ProtectProc=invisible
  RestrictNamespaces=yes RestrictRealtime=yes RestrictSUIDSGID=yes RemoveIPC=yes LockPersonality=yes
  SystemCallArchitectures=native SystemCallFilter=@system-service StateDirectoryMode=0700 UMask=0077 User=plaudit`;

test('there is a unit for one process, and one for each program', () => {
  assert.deepEqual(units, ['plaudit-proxy.service', 'plaudit-service.service', 'plaudit.service']);
});

for (const unit of units) {
  test(`${unit} keeps everything closed that the program does not need`, () => {
    const lines = read(unit).split('\n');
    assert.deepEqual(
      hardening.split(/\s+/).filter((line) => !lines.includes(line)),
      [],
    );
    assert.ok(!lines.some((line) => line.startsWith('MemoryDenyWriteExecute')), 'V8 could not run');
    const [, stopSeconds] = /^TimeoutStopSec=(\d+)$/m.exec(read(unit))!;
    assert.ok(Number(stopSeconds) > 15, 'more than the time to drain and to stop');
  });

  const skip = canRate ? false : 'systemd-analyze is not installed here';
  test(`systemd rates ${unit} at most ${MOST_EXPOSURE}`, { skip }, () => {
    const path = join(folder, unit);
    const rated = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', path], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    const [, exposure] = /Overall exposure level for .*: ([\d.]+)/.exec(rated)!;
    assert.ok(Number(exposure) <= MOST_EXPOSURE, rated);
  });

  test(`${unit} starts a command of the program, with flags and variables that it takes`, async () => {
    const text = read(unit);
    const [, line] = /^ExecStart=\/usr\/bin\/node \/opt\/plaudit\/node_modules\/plaudit\/cli\/plaudit\.js (.+)$/m.exec(
      text,
    )!;
    const [name, ...rest] = line!.split(' ') as [string, ...string[]];
    const { out } = await runProgram([name, '--help']);
    for (const flag of rest.filter((word) => word.startsWith('--'))) assert.ok(out.includes(`  ${flag}`), flag);
    for (const [, variable] of text.matchAll(/(PLAUDIT_[A-Z_]+?)(?:_FILE=|[,.\s])/g))
      assert.ok(out.includes(variable!), `${basename(unit)} names ${variable}, which ${name} does not take`);
  });
}

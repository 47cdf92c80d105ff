import { readFileSync, writeFileSync } from 'node:fs';

const KILOBYTE = 1024;

/** What a process holds in memory, in bytes: now, and at most since `forgetPeak`. */
export function residentMemory(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)![1]) * KILOBYTE;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

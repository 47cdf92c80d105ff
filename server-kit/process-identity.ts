/**
 * Which process this is, so that another one on this machine can tell whether it still runs. Process numbers are used
 * again, and mean something only to processes that see the same list of them, unlike those in different containers. So
 * the boot of the machine, that list and the start of the process are part of its identity.
 */
import { readFileSync, readlinkSync } from 'node:fs';

export interface ProcessIdentity {
  /** The same for all processes that see each other; '' where the system does not tell. */
  readonly machine: string;
  readonly pid: number;
  readonly processStart: string;
}

export const ownIdentity: ProcessIdentity = {
  machine: machine(),
  pid: process.pid,
  processStart: startOf(process.pid) ?? '',
};

/** False where the process has certainly ended. */
export function mayRun(other: ProcessIdentity): boolean {
  if (other.machine === '' || other.machine !== ownIdentity.machine) return true;
  return startOf(other.pid) === other.processStart;
}

/** The boot and the namespace of process numbers, as Linux gives them. */
function machine(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/** When a process began, in ticks (proc(5), field 22); null where there is none, or only a zombie. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may hold anything, so the fields are read from after its closing parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : fields[19]!;
  } catch {
    return null;
  }
}

/**
 * Which process this is, so that another one on this machine can tell whether it still runs. Numbers of processes are
 * given out again, and mean something only where two processes see the same list of them (containers see each their
 * own); so the machine, its boot and the list are part of it, and the moment at which the process began.
 */
import { readFileSync, readlinkSync } from 'node:fs';

export interface ProcessIdentity {
  /** The same for all processes that see each other; '' where the system does not say, and nobody can look. */
  readonly machine: string;
  readonly pid: number;
  readonly processStart: string;
}

export function ownIdentity(): ProcessIdentity {
  const { pid } = process;
  return { machine: machine(), pid, processStart: startOf(pid) ?? '' };
}

/** False where it is sure that the process is no more. */
export function mayRun(other: ProcessIdentity): boolean {
  if (other.machine === '' || other.machine !== machine()) return true;
  return startOf(other.pid) === other.processStart;
}

/** The boot and the namespace of process numbers, as Linux names them. */
function machine(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/** Ticks of the machine at which a process began (proc(5), field 22); null where there is none, or only its remains. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may hold anything; what follows its last parenthesis does not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : fields[19]!;
  } catch {
    return null;
  }
}

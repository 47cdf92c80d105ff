/**
 * Hands pictures to the process that decodes them, one address after the other: whoever sends many, or some that take
 * long, keeps others waiting for one of them at most.
 */
import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { refuse } from '../../contract/endpoints/errors.ts';
import type { PictureJob, PictureOutcome } from './picture-job.ts';
import { programFiles } from '../program-files.ts';
import { Turns, type Turn } from '../turns.ts';

/** After this time without a picture the process ends, which frees its memory. */
const IDLE_MS = 20_000;
/** A picture that takes longer ends the process. */
const DEADLINE_MS = 60_000;

/**
 * The process gets none of our secrets. Its memory is to go back to the system as soon as it is free, which the C
 * library has to know before the process starts.
 */
const environment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

let worker: ChildProcess | null = null;
let idle: NodeJS.Timeout | undefined;
const turns = new Turns();

/** @throws ApiError `imageRefused`, `unavailable` where too many of one sender wait */
export function workOn(
  pieces: readonly Uint8Array[],
  job: Omit<PictureJob, 'lengthBytes'>,
  turn?: Turn,
): Promise<unknown> {
  return turns.take(() => ask(pieces, job), turn);
}

async function ask(pieces: readonly Uint8Array[], job: Omit<PictureJob, 'lengthBytes'>): Promise<unknown> {
  clearTimeout(idle);
  // It may have been killed since the last picture, by a system that is short of memory.
  const child = worker?.connected ? worker : (worker = start());
  keepProgramAlive(child, true);
  try {
    const outcome = await answerOf(child, pieces, {
      ...job,
      lengthBytes: pieces.reduce((sum, piece) => sum + piece.length, 0),
    });
    if ('result' in outcome) return outcome.result;
    throw refuse(outcome.refusal.name, outcome.refusal.reason);
  } finally {
    keepProgramAlive(child, false);
    idle = setTimeout(() => end(child), IDLE_MS).unref();
  }
}

function answerOf(child: ChildProcess, pieces: readonly Uint8Array[], job: PictureJob): Promise<PictureOutcome> {
  return new Promise((resolve) => {
    const settle = (outcome: PictureOutcome) => {
      clearTimeout(deadline);
      child.off('message', settle).off('exit', die);
      resolve(outcome);
    };
    const die = () => {
      end(child);
      settle({ refusal: { name: 'imageRefused', reason: 'The image is broken, or of a kind that cannot be read' } });
    };
    const deadline = setTimeout(() => {
      end(child);
      settle({ refusal: { name: 'imageTooLarge', reason: 'The image takes too long to decode' } });
    }, DEADLINE_MS);
    child.on('message', settle).on('exit', die);
    child.send(job, (error) => {
      if (error) die();
    });
    for (const piece of pieces) child.stdin!.write(piece);
  });
}

function start(): ChildProcess {
  const child = fork(programFiles.pictureProcess, {
    serialization: 'advanced',
    execArgv: [],
    env: environment,
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  });
  child.on('error', () => end(child));
  // Its exit is noticed anyway.
  child.stdin!.on('error', () => {});
  return child;
}

/** A process without a picture must not keep the program from ending. */
function keepProgramAlive(child: ChildProcess, isAtWork: boolean): void {
  for (const handle of [child, child.channel, child.stdin as Socket | null]) {
    if (isAtWork) handle?.ref();
    else handle?.unref();
  }
}

function end(child: ChildProcess): void {
  child.kill('SIGKILL');
  if (worker === child) worker = null;
}

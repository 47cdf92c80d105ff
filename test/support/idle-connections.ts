/**
 * Lets `fetch` give up an idle connection long before the programs do. They tell it how long they keep one, and a process
 * that stands still at that moment would send on a connection that it closes itself. Loaded with `--import`.
 */
import type { Agent } from 'undici';

const MOST_IDLE_MS = 4_000;
const place = Symbol.for('undici.globalDispatcher.1');
const found = globalThis as unknown as Record<symbol, Agent>;

// Node has it only once something of it was asked for.
void globalThis.Request;
const Own = found[place]!.constructor as typeof Agent;
found[place] = new Own({ keepAliveMaxTimeout: MOST_IDLE_MS });

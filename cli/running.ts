/** What has been started, and how it is stopped: SIGINT or SIGTERM, then exit 0 within ten seconds. */

export interface Running {
  /** Stops accepting, finishes what is in flight, keeps what is queued. */
  close(): Promise<void>;
}

const GRACE = 9_000;

/**
 * Prints the line that other programs wait for, and stays until told to stop.
 * @param parts - stopped in this order.
 */
export function serve(readyLine: string, parts: readonly Running[]): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), GRACE).unref();
    void closeAll(parts).then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.stdout.write(`${readyLine}\n`);
}

export async function closeAll(parts: readonly Running[]): Promise<void> {
  for (const part of parts) await part.close().catch((error: unknown) => process.stderr.write(`plaudit: ${String(error)}\n`));
}

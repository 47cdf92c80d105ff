/** The data could not be opened. The message says why, in one line for the operator. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The message of an error, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const nested = error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : '';
  return (error.message || nested || error.name).replace(/\s+/g, ' ');
}

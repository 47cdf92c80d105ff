/** The data could not be opened; the message says in one line why, and is meant for the operator. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

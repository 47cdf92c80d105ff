/** The data could not be opened. The message says why, in one line for the operator. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

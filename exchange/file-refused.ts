/** A file, or the rest of one, cannot be read. The message says why, in one line for the sender. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  /** Where, from 1; 0 for the file as a whole. */
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

/** Databases limit the number of parameters of a statement, and each statement's text is prepared and kept. */
const MOST = 64;

/** The same in slices whose sizes are powers of two, so that lists of all lengths make few statements. */
export function* slices<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length;) {
    let size = MOST;
    while (size > items.length - start) size /= 2;
    yield items.slice(start, start + size);
    start += size;
  }
}

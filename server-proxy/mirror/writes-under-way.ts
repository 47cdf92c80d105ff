/**
 * Which writes to the API are under way. A page that was read meanwhile may hold their effect or may not: kept, it
 * would take back a vote that a shopper has just seen counted, or count it twice.
 */
export class WritesUnderWay {
  readonly #businesses = new Map<string, { begun: number; running: number }>();

  /** Marks a write, from before it is sent until the mirror has it too. */
  begin(business: string): () => void {
    const counts = this.#of(business);
    counts.begun += 1;
    counts.running += 1;
    return () => { counts.running -= 1; };
  }

  /** Begins to watch. The answer says whether a write was under way at any moment since. */
  watch(business: string): () => boolean {
    const counts = this.#of(business);
    const { begun, running } = counts;
    return () => running > 0 || counts.begun > begun;
  }

  #of(business: string): { begun: number; running: number } {
    const found = this.#businesses.get(business) ?? { begun: 0, running: 0 };
    this.#businesses.set(business, found);
    return found;
  }
}

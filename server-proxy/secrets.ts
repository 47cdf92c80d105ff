/** Texts that must never leave: the tokens and the password, wherever an answer may have picked them up. */
export class Secrets {
  readonly #fixed: readonly string[];
  readonly #current: () => string | null;

  /** @param current - the user token, which changes. */
  constructor(fixed: readonly string[], current: () => string | null) {
    this.#fixed = fixed;
    this.#current = current;
  }

  /** Takes them out of JSON text. One shorter than eight characters would take words with it. */
  removeFrom(json: string): string {
    let clean = json;
    for (const secret of [...this.#fixed, this.#current() ?? '']) {
      const written = JSON.stringify(secret).slice(1, -1);
      if (written.length >= 8 && clean.includes(written)) clean = clean.replaceAll(written, '•••');
    }
    return clean;
  }
}

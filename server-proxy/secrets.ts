export interface SecretTools {
  readonly fixed: readonly string[];
  /** The user token, which changes. */
  current(): string | null;
}

/** Texts that must never leave: tokens and passwords, wherever an answer may have picked them up. */
export class Secrets {
  readonly #tools: SecretTools;

  constructor(tools: SecretTools) {
    this.#tools = tools;
  }

  /** Takes them out of JSON. A secret of fewer than eight characters might be part of a word, and stays. */
  removeFrom(json: string): string {
    let clean = json;
    const { fixed, current } = this.#tools;
    for (const secret of [...fixed, current() ?? '']) {
      const written = JSON.stringify(secret).slice(1, -1);
      if (written.length >= 8 && clean.includes(written)) clean = clean.replaceAll(written, '•••');
    }
    return clean;
  }
}

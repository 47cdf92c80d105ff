import type { OverviewHost } from './parts.ts';

/** A piece of the overview that loads once it is needed. One that does not load is left out. */
export class Later<Piece> {
  piece: Piece | undefined;
  readonly #host: OverviewHost;
  readonly #load: () => Promise<Piece>;
  #asked: Promise<void> | undefined;

  constructor(host: OverviewHost, load: () => Promise<Piece>) {
    this.#host = host;
    this.#load = load;
  }

  ask(): Promise<void> {
    return (this.#asked ??= this.#load().then(
      (piece) => {
        this.piece = piece;
        this.#host.requestUpdate();
      },
      () => {
        // The line may be back when it is asked for again.
        this.#asked = undefined;
      },
    ));
  }
}

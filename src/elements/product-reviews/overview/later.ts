import { patiently } from '../../../page/patiently.ts';
import type { OverviewHost } from './context.ts';

/** A piece of the overview that loads once it is needed. One that does not load is left out until asked for again. */
export class Later<Module, Piece> {
  piece: Piece | undefined;
  readonly #host: OverviewHost;
  readonly #load: () => Promise<Module>;
  readonly #make: (module: Module) => Piece | Promise<Piece>;
  #asked: Promise<void> | undefined;

  constructor(host: OverviewHost, load: () => Promise<Module>, make: (module: Module) => Piece | Promise<Piece>) {
    this.#host = host;
    this.#load = patiently(load);
    this.#make = make;
  }

  ask(): Promise<void> {
    return (this.#asked ??= this.#load()
      .then(this.#make)
      .then(
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

/** Lets work begin in the order in which it came, as soon as there is room for it beside what is being done. */
export class Gate {
  readonly #room: number;
  #taken = 0;
  readonly #waiting: { readonly weight: number; begin(): void }[] = [];

  /** @param room - what may be done at the same time weighs no more. */
  constructor(room: number) {
    this.#room = room;
  }

  /** @param weight - of the work; what is heavier than the room is done alone. */
  async run<Result>(weight: number, work: () => Promise<Result>): Promise<Result> {
    const own = Math.min(weight, this.#room);
    if (this.#waiting.length > 0 || this.#taken + own > this.#room) {
      await new Promise<void>((begin) => { this.#waiting.push({ weight: own, begin }); });
    } else {
      this.#taken += own;
    }
    try {
      return await work();
    } finally {
      this.#taken -= own;
      this.#beginNext();
    }
  }

  #beginNext(): void {
    for (let next = this.#waiting[0]; next && this.#taken + next.weight <= this.#room; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#taken += next.weight;
      next.begin();
    }
  }
}

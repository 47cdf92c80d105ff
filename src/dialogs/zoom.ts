/** Minimum length of a swipe in CSS pixels; anything shorter is a tap. */
const SWIPE = 40;
/** How much larger a photo can get, and gets by one press of the button. */
const [LARGEST, LARGE] = [5, 2.5];
/** Milliseconds between the taps of a double tap. */
const DOUBLE_TAP_MS = 300;
/** How far an arrow key moves an enlarged photo, in CSS pixels. */
const STEP = 80;

interface Point {
  readonly x: number;
  readonly y: number;
}

const at = ({ clientX: x, clientY: y }: MouseEvent): Point => ({ x, y });
const between = (low: number, value: number, high: number) => Math.max(low, Math.min(value, high));

/** Enlarges a photo by two fingers, a double tap or a button, moves it, and turns to others by a swipe. */
export class Zoom {
  readonly #image: HTMLElement;
  readonly #turn: (right: boolean) => void;
  /** Called when the photo is enlarged, or no longer. */
  readonly #changed: (isLarge: boolean) => void;
  readonly #fingers = new Map<number, Point>();
  #scale = 1;
  #x = 0;
  #y = 0;
  #from: Point = { x: 0, y: 0 };
  #tappedAt = -Infinity;
  /** When a double tap was seen last, which some browsers then call a double click, too. */
  #doubledAt = -Infinity;

  constructor(
    figure: HTMLElement,
    image: HTMLElement,
    turn: (right: boolean) => void,
    changed: (isLarge: boolean) => void,
  ) {
    this.#image = image;
    this.#turn = turn;
    this.#changed = changed;
    figure.onpointerdown = (event) => this.#down(event);
    figure.onpointermove = (event) => this.#move(event);
    figure.onpointerup = (event) => this.#up(event);
    figure.onpointercancel = figure.onpointerleave = ({ pointerId }) => this.#fingers.delete(pointerId);
    figure.ondblclick = (event) => event.timeStamp - this.#doubledAt < DOUBLE_TAP_MS || this.toggle(at(event));
  }

  get isLarge(): boolean {
    return this.#scale > 1;
  }

  /** @param point the fixed point; by default, the middle of the visible area */
  toggle(point?: Point): void {
    this.#to(this.isLarge ? 1 : LARGE, point);
  }

  reset(): void {
    this.#to(1);
  }

  /** Moves an enlarged photo by an arrow key. */
  pan(key: string): void {
    this.#x += key === 'ArrowLeft' ? STEP : key === 'ArrowRight' ? -STEP : 0;
    this.#y += key === 'ArrowUp' ? STEP : key === 'ArrowDown' ? -STEP : 0;
    this.#to(this.#scale);
  }

  #to(scale: number, point?: Point): void {
    const { offsetWidth, offsetHeight } = this.#image;
    const { left, top, width, height } = this.#image.getBoundingClientRect();
    const before = this.#scale;
    this.#scale = between(1, scale, LARGEST);
    const grown = this.#scale / before;
    // From the middle of the photo where it is not moved.
    const x = point ? point.x - (left + width / 2 - this.#x) : 0;
    const y = point ? point.y - (top + height / 2 - this.#y) : 0;
    this.#x = x - (x - this.#x) * grown;
    this.#y = y - (y - this.#y) * grown;
    const [mostX, mostY] = [offsetWidth, offsetHeight].map((side) => (side * (this.#scale - 1)) / 2);
    this.#x = between(-mostX!, this.#x, mostX!);
    this.#y = between(-mostY!, this.#y, mostY!);
    this.#place(this.#x);
    this.#changed(this.isLarge);
  }

  #place(x: number): void {
    if (x || this.isLarge) this.#image.style.transform = `translate(${x}px, ${this.#y}px) scale(${this.#scale})`;
    else this.#image.removeAttribute('style');
  }

  #down({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    this.#fingers.set(pointerId, { x, y });
    if (this.#fingers.size === 1) this.#from = { x, y };
  }

  #move({ pointerId, clientX: x, clientY: y, pointerType }: PointerEvent): void {
    const before = this.#fingers.get(pointerId);
    if (!before) return;
    const [, other] = [...this.#fingers].find(([id]) => id !== pointerId) ?? [];
    this.#fingers.set(pointerId, { x, y });
    if (other) {
      const apart = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
      const middle = { x: (x + other.x) / 2, y: (y + other.y) / 2 };
      this.#to((this.#scale * apart({ x, y })) / apart(before), middle);
    } else if (this.isLarge) {
      this.#x += x - before.x;
      this.#y += y - before.y;
      this.#to(this.#scale);
    } else if (pointerType !== 'mouse') this.#place(x - this.#from.x);
  }

  #up(event: PointerEvent): void {
    const { pointerId, clientX, pointerType, timeStamp } = event;
    const wasPinch = this.#fingers.size > 1;
    this.#fingers.delete(pointerId);
    if (pointerType === 'mouse' || wasPinch) return;
    const moved = clientX - this.#from.x;
    if (Math.abs(moved) < SWIPE / 4) {
      const isDouble = timeStamp - this.#tappedAt < DOUBLE_TAP_MS;
      // A third tap is the first of another pair.
      this.#tappedAt = isDouble ? -Infinity : timeStamp;
      if (isDouble) {
        this.#doubledAt = timeStamp;
        this.toggle(at(event));
      }
    }
    if (this.isLarge) return;
    this.#place(0);
    if (Math.abs(moved) > SWIPE) this.#turn(moved < 0);
  }
}

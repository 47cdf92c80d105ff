import { Random } from '../random.ts';

/** Colours by offset, from 0 to 1; with how opaque each is, unless it is entirely. */
type Stops = Readonly<Record<number, string | readonly [colour: string, opacity: number]>>;

/** Collects the gradients and clips of one SVG, each once, and hands out the references to them. */
export class Drawing {
  readonly #definitions = new Map<string, string>();
  /** For speckles, grain and the like: the same drawing is the same each time. */
  readonly random: Random;

  constructor(seed: string) {
    this.random = new Random([...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7));
  }

  /** A straight gradient, from the top down unless `x1 y1 x2 y2` (shares of the shape's box) say otherwise. */
  linear(stops: Stops, x1 = 0, y1 = 0, x2 = 0, y2 = 1): string {
    return this.#define(
      (id) =>
        `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopTags(stops)}</linearGradient>`,
    );
  }

  /** A gradient from left to right. */
  across(stops: Stops): string {
    return this.linear(stops, 0, 0, 1, 0);
  }

  radial(stops: Stops, cx = 0.5, cy = 0.5, r = 0.5): string {
    return this.#define(
      (id) => `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stopTags(stops)}</radialGradient>`,
    );
  }

  /** A reference for `clip-path`. */
  clip(shape: string): string {
    return this.#define((id) => `<clipPath id="${id}">${shape}</clipPath>`);
  }

  pattern(width: number, height: number, body: string, transform = ''): string {
    return this.#define(
      (id) =>
        `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse"${transform && ` patternTransform="${transform}"`}>${body}</pattern>`,
    );
  }

  /** A shape to be drawn many times with `use`; the reference for its `href`. */
  shape(markup: string): string {
    return this.#define((id) => markup.replace(' ', ` id="${id}" `)).slice(5, -1);
  }

  /** The whole file; it is shown at `scale` times its own units. */
  svg(width: number, height: number, body: string, scale = 1): string {
    const definitions = [...this.#definitions.values()].join('');
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}" viewBox="0 0 ${width} ${height}"><defs>${definitions}</defs>${body}</svg>`;
  }

  #define(markup: (id: string) => string): string {
    const key = markup('');
    const known = this.#definitions.get(key);
    const id =
      known === undefined ? `d${this.#definitions.size.toString(36)}` : (/id="([^"]+)"/u.exec(known)?.[1] ?? '');
    if (known === undefined) this.#definitions.set(key, markup(id));
    return `url(#${id})`;
  }
}

function stopTags(stops: Stops): string {
  return Object.keys(stops)
    .map(Number)
    .toSorted((one, other) => one - other)
    .map((offset) => {
      const stop = stops[offset]!;
      const [colour, opacity] = typeof stop === 'string' ? [stop, 1] : stop;
      return `<stop offset="${offset}" stop-color="${colour}"${opacity === 1 ? '' : ` stop-opacity="${opacity}"`}/>`;
    })
    .join('');
}

/** A number as short as it may be. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** `share` of the way from one `#rrggbb` to another. */
export function mix(from: string, to: string, share: number): string {
  const target = channels(to);
  return `#${channels(from)
    .map((value, index) =>
      Math.round(value + ((target[index] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

export const lighter = (colour: string, share: number): string => mix(colour, '#ffffff', share);
export const darker = (colour: string, share: number): string => mix(colour, '#1a120c', share);

export function place(x: number, y: number, scale: number, body: string, rotate = 0): string {
  return `<g transform="translate(${n(x)} ${n(y)})${rotate === 0 ? '' : ` rotate(${n(rotate)})`}${scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`}">${body}</g>`;
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`;
}

export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${more && ` ${more}`}/>`;
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${more && ` ${more}`}/>`;
}

export function rect(x: number, y: number, width: number, height: number, fill: string, more = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"${more && ` ${more}`}/>`;
}

export function clipped(clip: string, ...parts: readonly string[]): string {
  return `<g clip-path="${clip}">${parts.join('')}</g>`;
}

/** The soft dark patch below a thing that stands. */
export function shadow(
  drawing: Drawing,
  rx: number,
  ry: number,
  opacity = 0.45,
  cx = 0,
  cy = 0,
  colour = '#2a1a10',
): string {
  return ellipse(
    cx,
    cy,
    rx,
    ry,
    drawing.radial({
      0: [colour, opacity],
      0.45: [colour, opacity * 0.55],
      0.75: [colour, opacity * 0.16],
      1: [colour, 0],
    }),
  );
}

/** A patch of light or shade without an edge. */
export function glow(
  drawing: Drawing,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  colour: string,
  opacity: number,
): string {
  return ellipse(
    cx,
    cy,
    rx,
    ry,
    drawing.radial({
      0: [colour, opacity],
      0.3: [colour, opacity * 0.62],
      0.65: [colour, opacity * 0.2],
      1: [colour, 0],
    }),
  );
}

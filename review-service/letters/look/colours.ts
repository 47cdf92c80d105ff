/** Colours as six hexadecimal digits after `#`, lower case, and how well they can be told apart (WCAG 2.2). */

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

const channelsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** The relative luminance, from 0 (black) to 1 (white). */
export function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** The contrast ratio, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

/** The one of black and white that is easier to read on a colour. */
export const onColour = (colour: string): string =>
  contrastOf('#ffffff', colour) >= contrastOf('#000000', colour) ? '#ffffff' : '#000000';

/** @param share - how much of the second there is, from 0 to 1. */
export function mixed(one: string, other: string, share: number): string {
  const others = channelsOf(other);
  const channels = channelsOf(one).map((channel, index) => Math.round(channel + (others[index]! - channel) * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** A colour, as much lighter or darker as it takes for this contrast on a ground. */
export function readableOn(ground: string, colour: string, ratio: number): string {
  const towards = onColour(ground);
  for (let share = 0; share < 1; share += 0.05) {
    const found = mixed(colour, towards, share);
    if (contrastOf(found, ground) >= ratio) return found;
  }
  return towards;
}

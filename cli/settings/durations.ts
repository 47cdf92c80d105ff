/** Lengths of time, as flags name them: `90s`, `15m`, `6h`, `7d`. */
import { UsageError } from './settings.ts';

const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 } as const;

/** A reader of one between these two, in milliseconds. */
export const timeBetween = (shortestMs: number, longestMs: number) => (value: string, name: string) => {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(value) ?? [];
  const duration = Number(count) * units[unit as keyof typeof units];
  if (duration >= shortestMs && duration <= longestMs) return duration;
  const ends = `from ${durationText(shortestMs)} to ${durationText(longestMs)}`;
  throw new UsageError(`${name} must be a time such as 6h or 30m, ${ends}, not ${JSON.stringify(value)}`);
};

/** In the largest unit that it is a whole number of. */
export function durationText(milliseconds: number): string {
  const [unit, size] = Object.entries(units).find(([, size]) => milliseconds % size === 0) ?? ['s', units.s];
  return `${Math.round(milliseconds / size)}${unit}`;
}

const readable = [
  ['days', units.d],
  ['h', units.h],
  ['min', units.m],
] as const;

/** For people: in the largest unit of which there are two. */
export function duration(milliseconds: number): string {
  const [unit, size] = readable.find(([, size]) => milliseconds >= 2 * size) ?? ['s', units.s];
  return `${Math.round(milliseconds / size)} ${unit}`;
}

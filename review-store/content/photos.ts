/**
 * The photos of a review, as its row holds them. One that the shop hid by itself stays in the row with its reason, and
 * is in no answer, so that it can be shown again, and is erased with the review.
 */
import type { Image } from '../../contract/entities/entities.ts';

export interface StoredPhoto extends Image {
  /** Why it is hidden by itself. */
  readonly hidden_for?: string;
}

/** @param images - JSON of the row. */
export const storedPhotos = (images: string): StoredPhoto[] => JSON.parse(images) as StoredPhoto[];

/** Those that anybody may see. */
export const shownPhotos = (images: string): Image[] =>
  images === '[]' ? [] : storedPhotos(images).filter(({ hidden_for: reason }) => reason === undefined);

/** Those that are hidden by themselves. */
export const hiddenPhotos = (images: string): StoredPhoto[] =>
  storedPhotos(images).filter(({ hidden_for: reason }) => reason !== undefined);

/**
 * Hides a photo, or shows it again.
 * @param at - its place among the stored ones.
 * @param reason - null shows it.
 * @returns null where there is no such photo, or it is so already.
 */
export function withPhoto(images: string, at: number, reason: string | null): string | null {
  const photos = storedPhotos(images);
  const photo = photos[at];
  if (!photo || (photo.hidden_for === undefined) === (reason === null)) return null;
  const { hidden_for: _, ...shown } = photo;
  return JSON.stringify(photos.with(at, reason === null ? shown : { ...shown, hidden_for: reason }));
}

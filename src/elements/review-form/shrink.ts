/** Shrinks photos before the upload. Loaded with the first photo. */

/** Longer side of an uploaded photo, in pixels; no page shows photos larger than this. */
const LONGEST_SIDE = 2000;
/** A photo below this many bytes is uploaded unchanged if its sides are short enough. */
const SMALL = 1_500_000;
const QUALITY = 0.86;

/** @returns null if the browser cannot read the file as a photo */
export async function shrink(file: File): Promise<File | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const { width, height } = picture;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  if (scale === 1 && file.size < SMALL) {
    picture.close();
    return file;
  }
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  });
  const context = canvas.getContext('2d')!;
  // JPEG has no transparency; transparent areas would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  return (
    blob && new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: blob.type, lastModified: file.lastModified })
  );
}

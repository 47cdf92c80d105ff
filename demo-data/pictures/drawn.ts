/**
 * Pictures that were drawn in advance: drawing one takes a tenth of a second of a processor, and the first start of
 * the demo would wait for all of them. A file is named by its drawing, so that a changed drawing never finds an old one.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileIn = (directory: string, svg: string): string =>
  join(directory, `${createHash('sha256').update(svg).digest('hex').slice(0, 32)}.jpg`);

/** The picture of this drawing, or null where the directory does not have it. */
export async function readDrawn(directory: string, svg: string): Promise<Buffer | null> {
  return readFile(fileIn(directory, svg)).catch(() => null);
}

export async function keepDrawn(directory: string, svg: string, picture: Buffer): Promise<void> {
  await mkdir(directory, { recursive: true });
  const file = fileIn(directory, svg);
  await writeFile(`${file}.part`, picture);
  await rename(`${file}.part`, file);
}

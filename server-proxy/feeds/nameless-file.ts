/**
 * A file that has lost its name before anything is written to it: nobody else finds it, and it goes with the process,
 * however that ends.
 */
import { createHash, randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { finished, type Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

const WRITTEN_AT_ONCE_BYTES = 262_144;

export class NamelessFile {
  readonly #handle: FileHandle;
  /** In bytes. */
  readonly size: number;
  /** Of its bytes. */
  readonly hash: string;
  readonly crc32: number;
  #holders = 0;
  readonly #reading = new Set<Readable>();
  #isDropped = false;

  private constructor(handle: FileHandle, { size, hash, crc }: { size: number; hash: string; crc: number }) {
    this.#handle = handle;
    this.size = size;
    this.hash = hash;
    this.crc32 = crc;
  }

  /** @param directory - on the disk that it takes room of. */
  static async write(directory: string, pieces: AsyncIterable<string | Uint8Array>): Promise<NamelessFile> {
    const path = join(directory, `.feed-${randomUUID()}`);
    const handle = await open(path, 'wx+', 0o600);
    try {
      await rm(path);
      return new NamelessFile(handle, await writeAll(handle, pieces));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * Keeps its bytes until as many calls of `release`, also once it is dropped.
   * @returns false where they are gone.
   */
  hold(): boolean {
    if (this.#isDropped && this.#holders === 0) return false;
    this.#holders += 1;
    return true;
  }

  release(): void {
    this.#holders -= 1;
    this.#closeUnheld();
  }

  /** All of it, for whoever holds it, for as long as that takes. */
  read(): Readable {
    this.hold();
    const bytes = this.#handle.createReadStream({ start: 0, autoClose: false });
    this.#reading.add(bytes);
    finished(bytes, () => {
      this.#reading.delete(bytes);
      this.release();
    });
    return bytes;
  }

  /** Its readers get no more of it. */
  cutOff(): void {
    for (const bytes of this.#reading) bytes.destroy(new Error('The file was read for too long'));
  }

  /** Its room is free again once nobody holds it. */
  drop(): void {
    if (this.#isDropped) return;
    this.#isDropped = true;
    this.#closeUnheld();
  }

  #closeUnheld(): void {
    if (this.#isDropped && this.#holders === 0) void this.#handle.close();
  }
}

async function writeAll(handle: FileHandle, pieces: AsyncIterable<string | Uint8Array>) {
  const hash = createHash('sha1');
  let [waiting, gathered, size, crc]: [Uint8Array[], number, number, number] = [[], 0, 0, 0];
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(waiting);
    [waiting, gathered] = [[], 0];
    hash.update(bytes);
    crc = crc32(bytes, crc);
    size += bytes.length;
    await handle.writeFile(bytes);
  };
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    waiting.push(bytes);
    gathered += bytes.length;
    if (gathered >= WRITTEN_AT_ONCE_BYTES) await flush();
  }
  await flush();
  return { size, crc, hash: hash.digest('base64url') };
}

/** Where an export in the format `plaudit` is written: a folder, or an archive. */
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileNames, type FileName } from './lines.ts';
import { tarEnd, tarEntry } from './tar.ts';

/** All is readable by its owner alone. */
export interface ExportSink {
  /** A picture, once, by its name below `photos/`. */
  photo(name: string, bytes: Uint8Array): Promise<void>;
  /** One file; pictures may come while its lines are made. */
  lines(name: FileName, lines: AsyncIterable<string>): Promise<void>;
  end(): Promise<void>;
}

async function writeLines(file: string, lines: AsyncIterable<string>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const line of lines) await handle.writeFile(line);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export class FolderSink implements ExportSink {
  readonly #directory: string;
  #isMade = false;

  /** @param directory - which is not there yet. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  async photo(name: string, bytes: Uint8Array): Promise<void> {
    await this.#make();
    await writeFile(join(this.#directory, 'photos', name), bytes, { flag: 'wx', mode: 0o600 });
  }

  async lines(name: FileName, lines: AsyncIterable<string>): Promise<void> {
    await this.#make();
    await writeLines(join(this.#directory, fileNames[name]), lines);
  }

  async end(): Promise<void> {}

  async #make(): Promise<void> {
    if (this.#isMade) return;
    await mkdir(this.#directory, { mode: 0o700 });
    await mkdir(join(this.#directory, 'photos'), { mode: 0o700 });
    this.#isMade = true;
  }
}

/** In an archive, the size of a file stands before it: the lines wait in a directory until all pictures are written. */
export class TarSink implements ExportSink {
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  readonly #directory: string;
  readonly #names: FileName[] = [];

  /** @param directory - for the time being; it is there already. */
  constructor(write: (bytes: Uint8Array) => Promise<void>, directory: string) {
    this.#write = write;
    this.#directory = directory;
  }

  photo(name: string, bytes: Uint8Array): Promise<void> {
    const content = async function* () {
      yield bytes;
    };
    return this.#add(`photos/${name}`, bytes.length, content());
  }

  async lines(name: FileName, lines: AsyncIterable<string>): Promise<void> {
    await writeLines(this.#file(name), lines);
    this.#names.push(name);
  }

  async end(): Promise<void> {
    for (const name of this.#names) {
      const { size } = await stat(this.#file(name));
      await this.#add(fileNames[name], size, createReadStream(this.#file(name)));
      await rm(this.#file(name));
    }
    await this.#write(tarEnd());
  }

  #file(name: FileName): string {
    return join(this.#directory, fileNames[name]);
  }

  async #add(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const piece of tarEntry(name, size, content)) await this.#write(piece);
  }
}

/** The pictures of an export: their files are written once each, named by their content. */
import { hash } from 'node:crypto';
import type { SeenSkus } from '../../../exchange/products/seen-skus.ts';
import type { PictureSize, WrittenPicture } from '../../../exchange/reviews/plaudit/lines.ts';
import type { ExportSink } from '../../../exchange/reviews/plaudit/sinks.ts';
import { storedPhotos } from '../../../review-store/content/photos.ts';
import type { Database } from '../../data/tables.ts';
import { extensionOfType, sizeNames } from '../../images/image-files.ts';
import { keysOf } from '../../images/erase-images.ts';

type Files = Record<PictureSize, string | null>;

export class PictureWriter {
  readonly #db: Database;
  readonly #sink: ExportSink;
  readonly #seen: SeenSkus;
  /** How many files. */
  written = 0;
  /** How many pictures. */
  missing = 0;

  constructor(db: Database, sink: ExportSink, seen: SeenSkus) {
    this.#db = db;
    this.#sink = sink;
    this.#seen = seen;
  }

  /** @param images - JSON of pictures of a review. */
  async ofReview(images: string): Promise<WrittenPicture[]> {
    const pictures: WrittenPicture[] = [];
    for (const { id, caption, created, createdRFC, original, normal, large, small, hidden_for = null } of storedPhotos(
      images,
    ))
      pictures.push({
        number: id,
        caption,
        created,
        createdRFC,
        ...(await this.#place({ original, normal, large, small })),
        hidden_for,
      });
    return pictures;
  }

  /** @param images - JSON of pictures of a product, of which each has one address. */
  async ofProduct(images: string): Promise<WrittenPicture[]> {
    const pictures: WrittenPicture[] = [];
    for (const { id, url } of JSON.parse(images) as { id: number | null; url: string }[]) {
      const sizes = { original: url, normal: url, large: url, small: url };
      const placed = await this.#place(sizes);
      pictures.push({ number: id, caption: '', created: null, createdRFC: null, ...placed, hidden_for: null });
    }
    return pictures;
  }

  async #place(addresses: Record<PictureSize, string>): Promise<Pick<WrittenPicture, 'files' | 'addresses'>> {
    const [key] = keysOf([addresses]);
    return key === undefined ? { files: null, addresses } : { files: await this.#filesOf(key), addresses: null };
  }

  async #filesOf(key: string): Promise<Files> {
    const files: Files = { original: null, normal: null, large: null, small: null };
    const rows = await this.#db
      .selectFrom('image_file')
      .select(['size', 'content_type', 'bytes'])
      .where('key', '=', key)
      .execute();
    for (const size of sizeNames) {
      const row = rows.find((one) => one.size === size);
      if (!row) continue;
      const name = `${hash('sha256', row.bytes, 'hex')}.${extensionOfType(row.content_type)}`;
      files[size] = name;
      if (this.#seen.add(name, 1) !== null) continue;
      await this.#sink.photo(name, row.bytes);
      this.written += 1;
    }
    if (files.original === null) this.missing += 1;
    return files;
  }
}

import { sql } from 'kysely';
import type { Database } from '../tables.ts';

/**
 * Deletes the pictures that are named in these texts and that nothing else shows: one picture may stand under several
 * reviews, as in the demo data. It looks once through everything that has pictures.
 */
export async function eraseUnusedImages(db: Database, texts: readonly string[]): Promise<void> {
  const paths = new Set(texts.flatMap((text) => [...text.matchAll(/\/images\/[\w-]{1,64}\//g)].map(([path]) => path)));
  if (paths.size === 0) return;
  const shown = (await findTexts(db, [...paths])).join(' ');
  const unused = [...paths].filter((path) => !shown.includes(path)).map((path) => path.split('/')[2]!);
  if (unused.length > 0) await db.deleteFrom('image_file').where('key', 'in', unused).execute();
}

/** The columns with pictures, wherever they hold one of these paths. */
async function findTexts(db: Database, paths: readonly string[]): Promise<string[]> {
  // Spelled so that both databases understand it.
  const holdsOne = (column: string) => sql<boolean>`(${sql.join(paths.map((path) => sql`replace(${sql.ref(column)}, ${path}, '') <> ${sql.ref(column)}`), sql` or `)})`;
  const found = [
    ...(await db.selectFrom('product_review').select('images as text').where('has_photos', '=', 1).where(holdsOne('images')).execute()),
    ...(await db.selectFrom('review').select('images as text').where(holdsOne('images')).execute()),
    ...(await db.selectFrom('review').select('updated_for as text').where(holdsOne('updated_for')).execute()),
    ...(await db.selectFrom('product').select('images as text').where(holdsOne('images')).execute()),
  ];
  return found.map(({ text }) => text ?? '');
}

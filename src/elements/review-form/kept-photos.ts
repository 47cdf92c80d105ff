/**
 * Photos of a draft, in the shopper's own browser. Session storage, where the texts are, holds no files; so they are
 * in a database that only the tab's session storage has the keys to. Those of a closed tab go after a day.
 */
import { PHOTOS_DATABASE, dropPhotosKey, makePhotosKey, photosKey } from './draft.ts';

export interface KeptPhoto {
  readonly name: string;
  readonly caption: string;
  readonly file: File;
}

interface Entry {
  readonly at: number;
  readonly photos: readonly KeptPhoto[];
}

const STORE = 'photos';
const LONGEST_MS = 86_400_000;

/** Pending while photos are kept or read. */
let turn: Promise<unknown> = Promise.resolve();

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });

/** Does something with the photos of all drafts, after what was begun before. */
function withPhotos<Result>(work: (store: IDBObjectStore) => Promise<Result>): Promise<Result | undefined> {
  const result = turn.then(() => inDatabase(work));
  turn = result;
  return result;
}

/** Nothing is done where storage is off. */
async function inDatabase<Result>(work: (store: IDBObjectStore) => Promise<Result>): Promise<Result | undefined> {
  let database: IDBDatabase | undefined;
  try {
    const opening = indexedDB.open(PHOTOS_DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    database = await done(opening);
    return await work(database.transaction(STORE, 'readwrite').objectStore(STORE));
  } catch {
    // It may be off or full; the form still holds the photos.
    return undefined;
  } finally {
    database?.close();
  }
}

/** Removes what closed tabs have left. */
async function tidy(store: IDBObjectStore): Promise<void> {
  for (const key of await done(store.getAllKeys()))
    if (Date.now() - ((await done(store.get(key))) as Entry).at > LONGEST_MS) await done(store.delete(key));
}

/** The photos of a draft; none if it is given up meanwhile. */
export async function readPhotos(draft: string): Promise<readonly KeptPhoto[]> {
  const key = photosKey(draft);
  const entry = await withPhotos(async (store) => {
    await tidy(store);
    return key ? ((await done(store.get(key))) as Entry | undefined) : undefined;
  });
  return (key === photosKey(draft) && entry?.photos) || [];
}

export function keepPhotos(draft: string, photos: readonly KeptPhoto[]): void {
  if (!photos[0]) return removePhotos(dropPhotosKey(draft));
  const key = makePhotosKey(draft);
  if (key) void withPhotos((store) => done(store.put({ at: Date.now(), photos } satisfies Entry, key)));
}

/** @param key that the draft no longer has; null if it had none */
export function removePhotos(key: string | null): void {
  if (key) void withPhotos((store) => done(store.delete(key)));
}

/**
 * Photos of a draft, in the shopper's own browser. Session storage, where the texts are, holds no files; so they are
 * in a database that only the tab's session storage has the key to. Those of a closed tab go after a day.
 */
import { PHOTOS_DATABASE, PHOTOS_TAB } from './draft.ts';

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

const tabOf = (): string | null => sessionStorage.getItem(PHOTOS_TAB);
const keyOf = (draft: string): string => `${tabOf()} ${draft}`;

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });

/** Does something with the photos of all drafts; nothing where storage is off. */
async function withPhotos<Result>(work: (store: IDBObjectStore) => Promise<Result>): Promise<Result | undefined> {
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

/** The photos of a draft. */
export async function readPhotos(draft: string): Promise<readonly KeptPhoto[]> {
  const entry = await withPhotos(async (store) => {
    await tidy(store);
    return (await done(store.get(keyOf(draft)))) as Entry | undefined;
  });
  return entry?.photos ?? [];
}

/** @param photos none once the review is sent, or the draft is given up */
export async function keepPhotos(draft: string, photos: readonly KeptPhoto[]): Promise<void> {
  try {
    if (!tabOf()) {
      if (!photos[0]) return;
      sessionStorage.setItem(PHOTOS_TAB, crypto.getRandomValues(new Uint32Array(4)).join(''));
    }
  } catch {
    return;
  }
  const key = keyOf(draft);
  await withPhotos<unknown>((store) =>
    photos[0] ? done(store.put({ at: Date.now(), photos } satisfies Entry, key)) : done(store.delete(key)),
  );
}

/** The text that a shopper has typed but not sent, by field name. */
export type Draft = Readonly<Record<string, string>>;

/** The database for the photos of drafts. */
export const PHOTOS_DATABASE = 'plaudit';
const photosOf = (form: string) => `plaudit-photos ${form}`;

/** The key to the photos of a draft, in the tab's session storage while some are kept. */
export function photosKey(form: string): string | null {
  try {
    return sessionStorage.getItem(photosOf(form));
  } catch {
    // Storage may be off.
    return null;
  }
}

/** The key to the photos of a draft, a new one if it has none; null where nothing can be kept. */
export function makePhotosKey(form: string): string | null {
  const key = photosKey(form) ?? crypto.getRandomValues(new Uint32Array(4)).join('');
  try {
    sessionStorage.setItem(photosOf(form), key);
    return key;
  } catch {
    return null;
  }
}

/** Takes its photos from a draft at once, however soon the page goes. @returns the key to remove them with */
export function dropPhotosKey(form: string): string | null {
  const key = photosKey(form);
  if (key) sessionStorage.removeItem(photosOf(form));
  return key;
}

/** Whether photos of a draft may be kept, of this tab or of a closed one: otherwise nothing is opened or made. */
export const mayHavePhotos = async (form: string): Promise<boolean> =>
  !!photosKey(form) || !!(await indexedDB.databases?.())?.some(({ name }) => name === PHOTOS_DATABASE);

/** Drafts live in session storage and end with the tab, because others may use the same computer. */
const keyOf = (form: string) => `plaudit-draft ${form}`;

export function readDraft(form: string): Draft {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(form))!) ?? {}) as Draft;
  } catch {
    return {};
  }
}

/** @param draft null once the review is sent */
export function keepDraft(form: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(form));
  } catch {
    // Storage may be disabled or full; the form still holds the text.
  }
}

/** The text that a shopper has typed but not sent, by field name. */
export type Draft = Readonly<Record<string, string>>;

/** The database for the photos of drafts. */
export const PHOTOS_DATABASE = 'plaudit';
/** The tab's key to its photos, in session storage; present once one is kept. */
export const PHOTOS_TAB = 'plaudit-photos';

/** Whether photos of a draft may be kept, of this tab or of a closed one: otherwise nothing is opened or made. */
export const mayHavePhotos = async (): Promise<boolean> =>
  !!sessionStorage.getItem(PHOTOS_TAB) ||
  !!(await indexedDB.databases?.())?.some(({ name }) => name === PHOTOS_DATABASE);

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

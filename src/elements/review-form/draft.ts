/** What a shopper has typed and not sent, by name of the field. */
export type Draft = Readonly<Record<string, string>>;

/** For this tab alone, and gone with it: others may use the same computer. */
const keyOf = (form: string) => `plaudit-draft ${form}`;

export function readDraft(form: string): Draft {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(form))!) ?? {}) as Draft;
  } catch {
    return {};
  }
}

/** @param draft null once it was sent */
export function keepDraft(form: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(form));
  } catch {
    // Storage may be off or full; the form itself still holds what was typed.
  }
}

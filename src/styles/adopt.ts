const sheets = new Map<string, CSSStyleSheet>();

/** Adds styles of code that loads late to an element; all of the page share one sheet. */
export function adopt(root: ShadowRoot, styles: string): void {
  let sheet = sheets.get(styles);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    sheets.set(styles, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

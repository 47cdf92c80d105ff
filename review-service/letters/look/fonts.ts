/** Font families as a merchant types them: names alone, which need no escaping anywhere. */

export const isFontList = (text: string): boolean => /^[\p{L}\d ,-]{1,100}$/u.test(text);

const generic = /^(?:serif|sans-serif|monospace|cursive|system-ui|ui-[a-z-]+)$/;

/** As CSS; in single quotes, so that it can stand in an attribute. */
export const fontList = (font: string): string =>
  font
    .split(',')
    .map((family) => family.trim())
    .filter(Boolean)
    .map((family) => (generic.test(family) ? family : `'${family}'`))
    .join(', ');

/** A style sheet as text, for code without Lit's `css`. The build minifies it just the same. */
export const cssText = String.raw;

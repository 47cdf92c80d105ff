/** A style sheet as text, for whoever has no use for Lit's `css`. The build makes it as small. */
export const cssText = String.raw;

/** A page that is made when the site is built, by its path below docs/. */
export interface MadePage {
  readonly name: string;
  readonly markdown: string;
}

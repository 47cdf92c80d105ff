/** What stands for the page where there is none: the build puts it in the place of `document`. */
export const page = {
  baseURI: 'http://page.invalid/',
  querySelectorAll: (): readonly [] => [],
};

/** Stand-in for the page on the server, where the build substitutes it for `document`. */
export const page = {
  baseURI: 'http://page.invalid/',
  querySelectorAll: (): readonly [] => [],
};

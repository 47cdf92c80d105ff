/** Texts of the translation of a review. */
export const translating = {
  translate: 'Translate',
  translating: 'Translating…',
  translated: 'Translated',
  showOriginal: 'Show the original',
  notTranslated: 'It could not be translated.',
  translateAll: 'Translate all to English',
  showOriginals: 'Show the originals',
};

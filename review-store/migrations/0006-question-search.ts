/** A column with a default, which older programs leave empty; see question-words.ts. */
export const olderPrograms = 'all';

/** The words that questions about products are searched by. */
export const up = `
  alter table product_question add column search_text text default '' not null;
`;

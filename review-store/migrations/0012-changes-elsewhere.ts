/** Changes are numbered by the service alone, beside the rows that change. */
export const up = `
  drop index review_changed;
  alter table review drop column change_number;
  drop index product_review_changed;
  alter table product_review drop column change_number;
  drop index product_changed;
  alter table product drop column change_number;
  alter table business drop column last_change;
`;

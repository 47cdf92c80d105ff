import type { TableChange } from '../../review-store/databases/migrate.ts';

const columns = ['review_1', 'review_2', 'review_3', 'review_4', 'review_5'];
const references = (column: string): string =>
  `foreign key (business_id, ${column}) references product_review (business_id, id) on delete cascade`;

/** A column for each review, so that a sentence goes with whichever of its reviews goes first. */
const sentences = `
  create table mirror_summary_sentence (
    business_id bigint not null, product_id bigint not null, language text not null, position bigint not null,
    text text not null, text_hashes text not null, review_1 bigint not null, review_2 bigint, review_3 bigint,
    review_4 bigint, review_5 bigint,
    constraint mirror_summary_sentence_key primary key (business_id, product_id, language, position),
    ${columns.map((column) => `constraint mirror_summary_sentence_${column} ${references(column)}`).join(', ')}
  );
  ${columns
    .map((name) => `create index mirror_summary_sentence_by_${name} on mirror_summary_sentence (business_id, ${name});`)
    .join('\n')}
`;

const translation = "'translation ' || business_id || ' ' || review_id || ' ' || language || ' 0'";
const sentence = "'sentence ' || business_id || ' ' || product_id || ' ' || language || ' ' || position";

/** The rows of the tables from before. Each hash in the JSON array has 43 characters. */
const moved = `
  insert into mirror_insight (id, business_id, kind, subject, language, position, title, text, grounds)
    select ${translation}, business_id, 'translation', review_id, language, 0, title, content, 1
    from mirror_translation;
  insert into mirror_insight_ground (insight, business_id, review_id, text_hash)
    select ${translation}, business_id, review_id, text_hash from mirror_translation;
  insert into mirror_insight (id, business_id, kind, subject, language, position, text, grounds)
    select ${sentence}, business_id, 'sentence', product_id, language, position, text,
      1 + case when review_2 is null then 0 else 1 end + case when review_3 is null then 0 else 1 end
      + case when review_4 is null then 0 else 1 end + case when review_5 is null then 0 else 1 end
    from mirror_summary_sentence;
  ${columns
    .map(
      (column, index) => `
  insert into mirror_insight_ground (insight, business_id, review_id, text_hash)
    select ${sentence}, business_id, ${column}, substr(text_hashes, ${3 + 46 * index}, 43)
    from mirror_summary_sentence where ${column} is not null;`,
    )
    .join('\n')}
  delete from mirror_translation;
  delete from mirror_summary_sentence;
`;

/** Changes of the tables that the mirror keeps itself by, in the order in which they run. */
export const mirrorMigrations: Readonly<Record<string, TableChange>> = {
  '0001-mirror': {
    up: `
      create table proxy_lease (name text primary key, holder text not null, held_until bigint not null);
      create table mirror_walk (
        business text not null, part text not null, sweep bigint not null, next_start bigint not null,
        previous_ids text not null, gaps bigint not null, size bigint not null, mirrored_at bigint,
        head_read_at bigint, swept_at bigint,
        constraint mirror_walk_key primary key (business, part)
      );
      create table mirror_item (
        business text not null, part text not null, item_id bigint not null, sweep bigint not null,
        print text not null, missed_at bigint,
        constraint mirror_item_key primary key (business, part, item_id)
      );
      create index mirror_item_sweep on mirror_item (business, part, sweep);
      create table mirror_product (
        business text not null, sku text not null, total bigint not null, average_rating double precision not null,
        constraint mirror_product_key primary key (business, sku)
      );
      create table mirror_look (
        business text not null, sku text not null, looked_at bigint not null,
        constraint mirror_look_key primary key (business, sku)
      );
      create table mirror_hold (
        id text primary key, business text not null, review_id bigint not null, held_until bigint not null,
        released_at bigint, released_turn bigint
      );
      create index mirror_hold_review on mirror_hold (business, review_id);
    `,
  },
  '0002-business-figures': {
    up: `
      create table mirror_business (business text primary key, figures text not null);
    `,
  },
  '0003-removals': {
    up: `
      alter table mirror_item add column misses bigint default 0 not null;
      update mirror_item set misses = 1 where missed_at is not null;
      create table mirror_removal (
        business text not null, part text not null, missing bigint not null, known bigint not null,
        since bigint not null, accepted_at bigint,
        constraint mirror_removal_key primary key (business, part)
      );
    `,
  },
  // A gist goes with its review.
  '0004-gists': {
    olderPrograms: 'all',
    up: `
      create table mirror_gist_due (
        business_id bigint not null references business (id) on delete cascade, part text not null,
        review_id bigint not null, marks bigint not null,
        constraint mirror_gist_due_key primary key (business_id, part, review_id)
      );
      create table mirror_product_gist (
        business_id bigint not null, review_id bigint not null, language text not null, product_id bigint not null,
        terms text not null,
        constraint mirror_product_gist_key primary key (business_id, review_id),
        constraint mirror_product_gist_review
          foreign key (business_id, review_id) references product_review (business_id, id) on delete cascade
      );
      create index mirror_product_gist_of_product on mirror_product_gist (business_id, product_id, review_id);
      create table mirror_review_gist (
        business_id bigint not null, review_id bigint not null, language text not null, rating bigint,
        constraint mirror_review_gist_key primary key (business_id, review_id),
        constraint mirror_review_gist_review
          foreign key (business_id, review_id) references review (business_id, id) on delete cascade
      );
      create table mirror_term_counts (
        business_id bigint not null references business (id) on delete cascade, language text not null,
        reviews bigint not null, counts text not null,
        constraint mirror_term_counts_key primary key (business_id, language)
      );
      create table mirror_gist_state (
        business_id bigint primary key references business (id) on delete cascade, complete bigint not null,
        changes bigint not null, gists bigint not null, counted_at bigint
      );
    `,
  },
  // An older program changes a review and keeps its translation: its hash then says that it is of another text.
  '0005-translations': {
    olderPrograms: 'all',
    up: `
      create table mirror_translation (
        business_id bigint not null, review_id bigint not null, language text not null, text_hash text not null,
        title text, content text not null,
        constraint mirror_translation_key primary key (business_id, review_id, language),
        constraint mirror_translation_review
          foreign key (business_id, review_id) references product_review (business_id, id) on delete cascade
      );
    `,
  },
  // An older program changes a review and keeps what was written of it: the hashes say that it is of other texts.
  '0006-summaries': {
    olderPrograms: 'all',
    up: `
      create table mirror_summary (
        business_id bigint not null references business (id) on delete cascade, product_id bigint not null,
        language text not null, model text not null, reviews bigint not null, low bigint not null,
        high bigint not null, reviews_read bigint not null, sentences bigint not null, made_at bigint not null,
        constraint mirror_summary_key primary key (business_id, product_id, language)
      );
      ${sentences}
    `,
  },
  // An insight, and the reviews that it rests on. The tables from before stay for programs of the version before, and
  // are empty.
  '0007-insights': {
    olderPrograms: 'all',
    up: `
      create table mirror_insight (
        id text primary key, business_id bigint not null references business (id) on delete cascade,
        kind text not null, subject bigint not null, language text not null, position bigint not null, title text,
        text text not null, grounds bigint not null
      );
      create index mirror_insight_subject on mirror_insight (business_id, kind, subject);
      create table mirror_insight_ground (
        insight text not null references mirror_insight (id) on delete cascade, business_id bigint not null,
        review_id bigint not null, text_hash text not null,
        constraint mirror_insight_ground_key primary key (insight, review_id),
        constraint mirror_insight_ground_review
          foreign key (business_id, review_id) references product_review (business_id, id) on delete cascade
      );
      create index mirror_insight_ground_review on mirror_insight_ground (business_id, review_id);
      ${moved}
    `,
  },
  '0008-positions': {
    olderPrograms: 'all',
    up: `
      create table mirror_position (business text primary key, cursor text, filling bigint not null);
      create table mirror_comment (
        business text not null, number bigint not null, item_id bigint not null,
        constraint mirror_comment_key primary key (business, number)
      );
      create unique index mirror_comment_item on mirror_comment (business, item_id);
    `,
  },
};

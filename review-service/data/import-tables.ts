/** The tables of imported reviews; see content/imports/. Types are as in the store. */
import type { Generated } from 'kysely';
import type { UpstreamTables } from '../../api-client/place.ts';

/** The format of imports from another server; see content/imports/from-api/. */
export const FROM_API = 'api';

/** Files of reviews that were taken, or are; see content/imports/. */
export interface ReviewImportTable {
  business_id: number;
  /** Counted by business, from 1. */
  id: number;
  format: string;
  /** Its name, without directories; of another server, its URL. */
  file: string;
  state: 'running' | 'done' | 'stopped' | 'undone';
  /** JSON of the process that runs or ran it. */
  run_by: string;
  started_at: number;
  written_at: number;
  /** How many reviews its file holds. */
  expected: number;
  added: number;
  changed: number;
  already: number;
  refused: number;
  /** JSON of `ImportAudit`. */
  audit: string;
  /** Until when its refusals wait for nobody; null where nobody has looked at them. */
  put_off_until: number | null;
}

/**
 * The file of reviews that a business has at the console, from when it was sent until it is taken, for a day at most.
 * The file itself is on the disk of the instance that it was sent to. See content/imports/files/.
 */
export interface ImportFileTable {
  business_id: number;
  /** Random. */
  id: string;
  /** For people. */
  name: string;
  sent_at: number;
  state: 'checking' | 'checked' | 'refused' | 'taking' | 'taken';
  /** JSON of `FileOptions`. */
  options: string;
  /** JSON of `FileOutcome`, from its beginning on. */
  outcome: string;
  /** The last import that took it. */
  import_id: number | null;
}

/** Rows of files that were refused. Nothing in here is about a person. */
interface ImportRefusalTable {
  business_id: number;
  import_id: number;
  line: number;
  reason: string;
}

/** Products that an import brought reviews of, with what they had before it and, once it ended, after it. */
interface ImportProductTable {
  business_id: number;
  import_id: number;
  product_id: number;
  /** 1 if the import made it. */
  is_made: 0 | 1;
  reviews_before: number;
  sum_before: number;
  reviews_after: number | null;
  sum_after: number | null;
}

/**
 * Reviews that imports brought, and what the last import said of each, so that a later file changes what changed there
 * and leaves what changed here. Its row stays when the review is erased, so that no file brings it back.
 */
export interface ImportedReviewTable {
  business_id: number;
  /** Keyed hash of what the review is known by. */
  key_hash: string;
  of_product: 0 | 1;
  review_id: number;
  /** The import that added it; 0 once the review is erased. */
  import_id: number;
  vendor: string;
  /** Null where its files have none, and once the review is erased. */
  vendor_id: string | null;
  /** Keyed hashes, and the state with its reason. */
  words_hash: string;
  state: string;
  reply_hash: string;
  /** Up and down, with a comma between them. */
  votes: string;
}

/** Reviews as they were before an import changed them. */
export interface ImportCopyTable {
  business_id: number;
  import_id: number;
  of_product: 0 | 1;
  review_id: number;
  /** Whose words they are. */
  author_id: number | null;
  made_at: number;
  /** JSON of `KeptCopy`. */
  content: string;
}

/** Comments, questions and answers as they were before an import changed them: each text is a row of its own. */
export interface ImportItemCopyTable extends Omit<ImportedItemTable, 'vendor' | 'seen'> {
  /** Of the answer in the question; 0 for what is no answer. */
  answer_id: number;
  /** Of an answer, the username of its author. */
  person_name: string | null;
  made_at: number;
  /** JSON of the words and the state; null of an answer that the import added. */
  before: string | null;
  /** JSON of their hashes; null of an answer that the import took away. */
  after: string | null;
}

/** Pictures of imported reviews, by where they are. */
interface ImportPhotoTable {
  business_id: number;
  import_id: number;
  /** 2: a picture of the product whose number is in `review_id`. */
  of_product: 0 | 1 | 2;
  review_id: number;
  position: number;
  url: string;
  caption: string;
  state: 'waiting' | 'fetched' | 'missing';
  /** Why it is missing. */
  reason: string | null;
  /** Its number in the review, once it was fetched. */
  image_id: number | null;
  attempts: number;
}

/**
 * Comments and questions that imports brought, so that the same again brings none twice. Its row stays when they are
 * erased.
 */
interface ImportedItemTable {
  business_id: number;
  /** Keyed hash of what it is known by. */
  key_hash: string;
  kind: 'comment' | 'question' | 'product_question';
  item_id: number;
  import_id: number;
  /** The server that it came from; '' for a file, and where an earlier version brought it. */
  vendor: Generated<string>;
  /** The words there at the last time, as hashes; see `Said`. */
  said: Generated<string>;
  /** The walk through that server that last came upon it. */
  seen: Generated<number>;
}

/** How far an import from another server has come; gone once it is done. */
interface ImportPositionTable {
  business_id: number;
  /** The server. */
  vendor: string;
  /** JSON of `Position`; see from-api/. */
  position: string;
}

/** The meanings of columns in a shop's own files, by a name. */
interface ImportMapTable {
  business_id: number;
  name: string;
  /** As `--map` takes it. */
  map: string;
}

export interface ImportTables extends UpstreamTables {
  review_import: ReviewImportTable;
  import_refusal: ImportRefusalTable;
  import_product: ImportProductTable;
  imported_review: ImportedReviewTable;
  import_copy: ImportCopyTable;
  import_item_copy: ImportItemCopyTable;
  import_photo: ImportPhotoTable;
  import_map: ImportMapTable;
  import_file: ImportFileTable;
  imported_item: ImportedItemTable;
  import_position: ImportPositionTable;
}

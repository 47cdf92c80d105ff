/** A format of reviews: its columns, and what their values mean. */

/** What `--map` can name, but for `attribute:NAME`. */
export const mapFields = [
  'sku',
  'product_id',
  'product_handle',
  'product_url',
  'product_title',
  'rating',
  'title',
  'content',
  'name',
  'email',
  'location',
  'created',
  'state',
  'verified',
  'incentivised',
  'reply',
  'reply_created',
  'photos',
  'votes_up',
  'votes_down',
  'order_id',
  'id',
] as const;
export type MapField = (typeof mapFields)[number];

/** The meaning of a column. Those beyond `MapField` are for single formats. */
export type Field =
  | MapField
  /** Says more about a review that is not published. */
  | 'state_detail'
  /** Whether the reply was public. */
  | 'reply_public'
  /** Says that the review is of the shop. */
  | 'about'
  /** The number of the review that this row replies to. */
  | 'parent'
  /** A review of the shop in a row that may hold one of a product, too. */
  | 'service_rating'
  | 'service_content';

export type FormatName =
  | 'judgeme'
  | 'yotpo'
  | 'loox'
  | 'okendo'
  | 'woocommerce'
  | 'cusrev'
  | 'sitereviews'
  | 'shopify'
  | 'stamped'
  | 'trustpilot'
  | 'feefo'
  | 'csv';

/** The order in which a date such as 05/03/2024 names day, month and year. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/**
 * The fate of a review: one that was never published waits, spam is removed as spam, and one that was hidden, rejected
 * or thrown away is removed as hidden where it was collected.
 */
export type StateMeaning = 'published' | 'waits' | 'spam' | 'hidden';

/** By values in lower case. */
type Values<Meaning> = Readonly<Record<string, Meaning>>;

export interface Recognised {
  /** How people call it, for messages. */
  readonly vendor: string;
  /** Sets of columns; where one is there whole, the file is of this format. Names as `plainName` makes them. */
  readonly tells: readonly (readonly string[])[];
  /** A file with one of these columns is of another format. */
  readonly unless?: readonly string[];
}

export interface ReviewFormat extends Recognised {
  readonly name: FormatName;
  /** Shoppers read that a review was collected by it; false where the file does not say who collected it. */
  readonly isVendor: boolean;
  /** Of each of these lists, one has to be there. */
  readonly required: readonly (readonly Field[])[];
  /** A file with this column is an export, which says what was hidden, and has to have this as well. */
  readonly requiredWith?: readonly (readonly [title: string, needs: Field])[];
  /** Titles as the vendor writes them. Of several with one meaning, an earlier one counts before a later one. */
  readonly columns: readonly (readonly [title: string, field: Field])[];
  /** Columns whose titles begin so hold answers to the shop's own questions. */
  readonly attributes?: RegExp;
  /** Which of its reviews are of the shop: those that name no product, or have no number of one, or all. */
  readonly ofShop: 'never' | 'without product' | 'without product id' | 'always';
  /** Products and types that stand for the shop. In lower case. */
  readonly shopNames?: readonly string[];
  /** Where the vendor fixes it. */
  readonly dateOrder?: DateOrder;
  readonly states?: Values<StateMeaning>;
  /** Parts of a detail that decide about a review that is not published. */
  readonly stateDetails?: Values<StateMeaning>;
  /** In place of yes and no. */
  readonly verified?: Values<boolean>;
  /** Whether a state may stand before a reason, with a colon. */
  readonly hasReasons?: boolean;
  /** Whether a flag's empty cell says neither yes nor no. */
  readonly hasUnsaid?: boolean;
  /** Whether a cell may name several products, of which the first is meant, with a type before it. */
  readonly namesSeveral?: boolean;
  /** Of the API, where its reviews are not the shop's own. */
  readonly datasource?: string;
  /** Where reviews can leave in this format. */
  readonly written?: WrittenFormat;
}

/** A format as we write it: the template that the vendor takes. */
export interface WrittenFormat {
  /** In the order of the template. A title that means nothing in `columns` stays empty. */
  readonly titles: readonly string[];
  /** The beginning of titles of answers to the shop's own questions, where the format has them. */
  readonly attributes?: string;
  /** The sku stands in this field, and the rest of the product in others. */
  readonly skuAs: 'sku' | 'product_id';
  readonly states: Readonly<Record<StateMeaning, string>>;
  /** The value that says that its author bought the product. */
  readonly verified: string;
  /** The value of a flag that is false; '' where an empty cell says it. */
  readonly no: '' | 'false';
  /** To the millisecond, or as `2024-03-05 10:11:12 UTC`. */
  readonly dates: 'iso' | 'seconds';
  /** Its cells take so many addresses of pictures. */
  readonly mostPhotos: number;
  /** Fields without which the vendor refuses a row. */
  readonly needs: readonly MapField[];
}

/** A format that is known, so that nobody takes it for another, and is taken by `--map` alone. */
export interface MappedFormat extends Recognised {
  readonly name: string;
  /** The columns that a map of it would name. */
  readonly map: readonly (readonly [title: string, field: MapField])[];
  /** Further flags that its files need. */
  readonly flags?: string;
}

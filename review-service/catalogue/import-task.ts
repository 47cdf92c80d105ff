/** The messages to the process that takes catalogues, and its answers. */
import type { ImportCounts } from '../../exchange/products/import.ts';
import type { ProductFormat } from '../../exchange/products/formats.ts';
import type { ServiceLocation } from '../database.ts';
import type { Feed } from './feeds.ts';
import type { FeedOutcome } from './take-feed.ts';

interface Task {
  readonly location: ServiceLocation;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Between two batches, in milliseconds. */
  readonly restMs: number;
}

/** Takes the file on standard input as it comes. */
export interface FileTask extends Task {
  readonly kind: 'file';
  readonly businessId: number;
  readonly format: ProductFormat | undefined;
  readonly isDry: boolean;
}

/** Takes the feed on standard input, which is read whole first. */
export interface FeedTask extends Task {
  readonly kind: 'feed';
  readonly feed: Feed;
}

export type ImportTask = FileTask | FeedTask;

/** First the task; once all of the file was sent, that. Without it the file may have been cut off. */
export type ImportOrder = ImportTask | { readonly kind: 'whole' };

export interface Outcomes {
  readonly file: ImportCounts;
  readonly feed: FeedOutcome;
}

/** How it ends: with an outcome, with a reason why nothing of the file is taken, or with a failure. */
export type ImportEnd =
  | { readonly kind: 'done'; readonly outcome: Outcomes[ImportTask['kind']] }
  | { readonly kind: 'fileRefused'; readonly line: number; readonly reason: string }
  | { readonly kind: 'failed'; readonly error: Error };

export type ImportNote =
  | { readonly kind: 'refused'; readonly line: number; readonly reason: string }
  | { readonly kind: 'notice'; readonly notice: string }
  | { readonly kind: 'stored'; readonly counts: ImportCounts }
  | ImportEnd;

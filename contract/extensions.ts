/** How our own service says what it has beside the API: in headers of its answers to reads. */
import type { Extension } from './endpoints.ts';

/** The header that names what a service has, separated by commas. */
export const EXTENSIONS_HEADER = 'plaudit-extensions';

/**
 * The header with the number of the last change of what the business shows, other than new reviews. Whoever keeps a
 * copy asks `listReviewChanges` when it has changed. An answer is never older than its number.
 */
export const LAST_CHANGE_HEADER = 'plaudit-last-change';

/** All that this version has. */
export const extensions = ['changes', 'transparency'] as const satisfies readonly Extension[];

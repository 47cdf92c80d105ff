/** For commands that work on a review service's data. Only those load it, since it takes a while. */
export { FileRefused } from '../../exchange/file-refused.ts';
export * from '../../review-service/people/accounts/manage.ts';
export { makeRecoveryLink } from '../../review-service/people/accounts/password-links.ts';
export {
  letProxyIn,
  listBusinesses,
  listOwnedBusinesses,
  proxyEmail,
} from '../../review-service/people/accounts/proxy-account.ts';
export { backUp } from '../../review-service/care/backups/back-up.ts';
export { readNoteOf, restore, type Restored } from '../../review-service/care/backups/restore.ts';
export * from '../../review-service/care/backups/schedule.ts';
export * from '../../review-service/care/backups/shop-files.ts';
export * from '../../review-service/care/backups/try-out.ts';
export * from '../../review-service/content/asking/questions.ts';
export * from '../../review-service/catalogue/by-command.ts';
export * from '../../review-service/catalogue/moves.ts';
export { ImportFailed } from '../../review-service/catalogue/importing.ts';
export { readFeedNow } from '../../review-service/catalogue/feed-reader.ts';
export { dropFeed, giveFeedOut, listFeeds, setFeed, setFeedPause } from '../../review-service/catalogue/feeds.ts';
export { acceptUnknownProducts } from '../../review-service/catalogue/unknown-products.ts';
export {
  holdsServiceData,
  inspectService,
  moveService,
  openServiceDatabase,
  planServiceUpgrade,
} from '../../review-service/database.ts';
export { countMails } from '../../review-service/letters/mail/sending/outbox.ts';
export { noteSettingByCommand } from '../../review-service/data/events.ts';
export { feedTrouble, type FeedState } from '../../review-service/data/feed-state.ts';
export { exportTable, type TableExport } from '../../review-service/content/exports/export-table.ts';
export { importFromApiByCommand, ImportStopped } from '../../review-service/content/imports/from-api/by-command.ts';
export { exportGoogle } from '../../review-service/content/exports/export-google.ts';
export { exportPlaudit } from '../../review-service/content/exports/export-plaudit.ts';
export { importReviewsByCommand, restoreByCommand } from '../../review-service/content/imports/by-command.ts';
export { importInWords, undoneInWords } from '../../review-service/content/imports/files/in-words.ts';
export {
  importStatusByCommand,
  listImportsByCommand,
  showImportByCommand,
  type ImportStatus,
  type ShownImport,
} from '../../review-service/content/imports/show.ts';
export { undoImportByCommand } from '../../review-service/content/imports/undo/by-command.ts';
export * from '../../review-service/letters/look/by-command.ts';
export { listRequests, type ListedRequest } from '../../review-service/letters/requests/outcomes.ts';
export { sendOrderFile } from '../../review-service/letters/requests/send-orders.ts';
export { greetMailServer } from '../../review-service/letters/mail/greet.ts';
export * from '../../review-service/content/moderation/by-command.ts';
export { listReviewsToModerate } from '../../review-service/content/moderation/listing.ts';
export { readReviewObjects, type ReviewObject } from '../../review-service/content/moderation/objects.ts';
export { replyByCommand } from '../../review-service/content/moderation/reply.ts';
export { findKinds, showByCommand } from '../../review-service/content/moderation/show.ts';
export { eraseAgain } from '../../review-service/care/privacy/erase-again.ts';
export {
  ERASED_LIST,
  readErased,
  shareErased,
  type ErasedEntry,
  type ErasedPeople,
} from '../../review-service/care/backups/erased-list.ts';
export { eraseFromService } from '../../review-service/care/privacy/by-command.ts';
export { closeReport, listReports } from '../../review-service/content/reports/reports.ts';
export { useFeed } from '../../review-service/console/setup/catalogue.ts';
export { linkOfRunning } from '../../review-service/console/setup/link.ts';
export { createShop, usualOrigins } from '../../review-service/console/setup/shop.ts';
export { giveRole, listTeam } from '../../review-service/people/team/team.ts';
export { knowsLanguage, languages } from '../../review-service/letters/wording/index.ts';

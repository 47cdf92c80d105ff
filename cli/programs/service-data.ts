/** What commands do with the data of a review service. Only those commands load it, since it takes a while. */
export { FileRefused } from '../../exchange/file-refused.ts';
export * from '../../review-service/accounts/manage.ts';
export {
  letProxyIn,
  listBusinesses,
  listOwnedBusinesses,
  proxyEmail,
} from '../../review-service/accounts/proxy-account.ts';
export { backUp } from '../../review-service/backups/back-up.ts';
export { readNoteOf, restore, type Restored } from '../../review-service/backups/restore.ts';
export * from '../../review-service/backups/schedule.ts';
export * from '../../review-service/backups/shop-files.ts';
export * from '../../review-service/backups/try-out.ts';
export * from '../../review-service/asking/questions.ts';
export * from '../../review-service/catalogue/by-command.ts';
export * from '../../review-service/catalogue/moves.ts';
export { ImportFailed } from '../../review-service/catalogue/importing.ts';
export { readFeedNow } from '../../review-service/catalogue/feed-reader.ts';
export { dropFeed, listFeeds, setFeed, setFeedPause } from '../../review-service/catalogue/feeds.ts';
export { acceptUnknownProducts } from '../../review-service/catalogue/unknown-products.ts';
export {
  holdsServiceData,
  lookIntoService,
  moveService,
  openServiceDatabase,
  planServiceUpgrade,
} from '../../review-service/database.ts';
export { feedTrouble, type FeedState } from '../../review-service/feed-state.ts';
export * from '../../review-service/look/by-command.ts';
export { greetMailServer } from '../../review-service/mail/greet.ts';
export * from '../../review-service/moderation/by-command.ts';
export { listReviewsToModerate } from '../../review-service/moderation/listing.ts';
export { replyByCommand } from '../../review-service/moderation/reply.ts';
export { findKinds, showByCommand } from '../../review-service/moderation/show.ts';
export { eraseAgain } from '../../review-service/privacy/erase-again.ts';
export { ERASED_LIST, readErased, shareErased, type ErasedEntry } from '../../review-service/backups/erased-list.ts';
export { eraseFromService } from '../../review-service/privacy/by-command.ts';
export { closeReport, listReports } from '../../review-service/reports/reports.ts';
export { useFeed } from '../../review-service/setup/catalogue.ts';
export { linkOfRunning } from '../../review-service/setup/link.ts';
export { createShop, usualOrigins } from '../../review-service/setup/shop.ts';
export { knowsLanguage, languages } from '../../review-service/wording/index.ts';

/** What commands do with the data of a review service. Only those commands load it, since it takes a while. */
export * from '../../review-service/accounts/manage.ts';
export { backUp, restore } from '../../review-service/backup.ts';
export * from '../../review-service/backup-schedule.ts';
export {
  holdsServiceData,
  lookIntoService,
  openServiceDatabase,
  planServiceUpgrade,
} from '../../review-service/database.ts';
export * from '../../review-service/held-reviews.ts';
export { greetMailServer } from '../../review-service/mail/greet.ts';
export { eraseFromService } from '../../review-service/privacy/by-command.ts';
export { closeReport, listReports } from '../../review-service/reports/reports.ts';

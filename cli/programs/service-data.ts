/** What commands do with the data of a review service. Loaded by those alone: the programs take longer. */
export * from '../../review-service/accounts/manage.ts';
export { backUp, restore } from '../../review-service/backup.ts';
export { openServiceDatabase } from '../../review-service/database.ts';
export * from '../../review-service/held-reviews.ts';
export { eraseFromService } from '../../review-service/privacy/by-command.ts';
export { closeReport, listReports } from '../../review-service/reports/reports.ts';

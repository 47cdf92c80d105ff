import type { MigrationSet } from '../../../review-store/databases/migrate.ts';
import * as service from './0001-service.ts';
import * as messages from './0002-messages.ts';
import * as mail from './0003-mail.ts';
import * as privacy from './0004-privacy.ts';
import * as requests from './0005-requests.ts';
import * as accounts from './0006-accounts.ts';
import * as sharedImages from './0007-shared-images.ts';
import * as persons from './0008-persons.ts';
import * as reports from './0009-reports.ts';
import * as catalogue from './0010-catalogue.ts';
import * as hiddenImages from './0011-hidden-images.ts';
import * as whatShoppersSay from './0012-what-shoppers-say.ts';
import * as look from './0013-look.ts';
import * as strangers from './0014-strangers.ts';
import * as claimedBy from './0015-claimed-by.ts';
import * as whatWaits from './0016-what-waits.ts';
import * as jobs from './0017-jobs.ts';
import * as calls from './0018-calls.ts';
import * as runningUntil from './0019-running-until.ts';
import * as changes from './0020-changes.ts';
import * as imports from './0021-imports.ts';
import * as shopReviewChanges from './0022-shop-review-changes.ts';
import * as fromApi from './0023-from-api.ts';
import * as console from './0025-console.ts';
import * as events from './0026-events.ts';
import * as whatBecameOfRequests from './0027-requests.ts';
import * as unanswered from './0028-unanswered.ts';
import * as filesAtTheConsole from './0029-files-at-the-console.ts';
import * as team from './0030-team.ts';
import * as working from './0032-working.ts';
import * as itemLinks from './0033-item-links.ts';
import * as feedsGivenOut from './0035-feeds-given-out.ts';
import * as whoActed from './0036-who-acted.ts';
import * as languages from './0037-languages.ts';
import * as refusedWrites from './0039-refused-writes.ts';
import * as copiesOfItems from './0040-copies-of-items.ts';

/** In order. A migration that has shipped never changes: a new need is a new file. */
export const serviceMigrations: MigrationSet = {
  name: 'service',
  migrations: {
    '0001-service': service,
    '0002-messages': messages,
    '0003-mail': mail,
    '0004-privacy': privacy,
    '0005-requests': requests,
    '0006-accounts': accounts,
    '0007-shared-images': sharedImages,
    '0008-persons': persons,
    '0009-reports': reports,
    '0010-catalogue': catalogue,
    '0011-hidden-images': hiddenImages,
    '0012-what-shoppers-say': whatShoppersSay,
    '0013-look': look,
    '0014-strangers': strangers,
    '0015-claimed-by': claimedBy,
    '0016-what-waits': whatWaits,
    '0017-jobs': jobs,
    '0018-calls': calls,
    '0019-running-until': runningUntil,
    '0020-changes': changes,
    '0021-imports': imports,
    '0022-shop-review-changes': shopReviewChanges,
    '0023-from-api': fromApi,
    '0025-console': console,
    '0026-events': events,
    '0027-requests': whatBecameOfRequests,
    '0028-unanswered': unanswered,
    '0029-files-at-the-console': filesAtTheConsole,
    '0030-team': team,
    '0032-working': working,
    '0033-item-links': itemLinks,
    '0035-feeds-given-out': feedsGivenOut,
    '0036-who-acted': whoActed,
    '0037-languages': languages,
    '0039-refused-writes': refusedWrites,
    '0040-copies-of-items': copiesOfItems,
  },
};

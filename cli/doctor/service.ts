/** Checks of a review service's data. */
import type { DataLocation } from '../settings/flags.ts';
import type { FeedState, KnownBackup, LastBackup, Schedule } from '../programs/service-data.ts';
import { reasonOf } from '../../review-store/databases/store-error.ts';
import { formatDateTime } from '../../contract/entities/dates.ts';
import { printable } from '../settings/printable.ts';
import { duration } from '../settings/durations.ts';
import { quoted } from '../../server-kit/shell-words.ts';
import { fail, ok, warn, type Finding } from './finding.ts';
import { checkDatabaseClock, checkUpgrade } from './database.ts';

export interface ServiceSurroundings {
  /** The data directory as it was named: what it holds is backed up together. */
  readonly directory: string | undefined;
  readonly smtpUrl: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export async function checkService(
  location: DataLocation,
  { directory, smtpUrl, now }: ServiceSurroundings,
): Promise<Finding[]> {
  const { countMails, feedTrouble, lastBackup, listFeeds, inspectService, readSchedule, readLastBackup } =
    await import('../programs/service-data.ts');
  const found: Finding[] = [];
  try {
    await inspectService(location, async (db, { missing }) => {
      found.push(checkUpgrade('service', missing));
      found.push(...(await checkDatabaseClock(db)));
      if (missing.length > 0) return;
      const { count, since } = await countMails(db);
      found.push(checkWaitingMail(count, since ?? now, now));
      found.push(...(await listFeeds(db)).map((feed) => checkFeed(feed, feedTrouble(feed))));
      if (directory !== undefined)
        found.push(checkBackups(await readSchedule(db), await readLastBackup(db), now, directory));
      else found.push(ok('backups', 'those of PostgreSQL (pg_dump) are not looked at'));
      found.push(checkTrial(await lastBackup(db), now));
    });
  } catch (error) {
    found.push(fail('service data', reasonOf(error)));
  }
  found.push(await checkMailServer(smtpUrl, location));
  return found;
}

const LONG_WAIT_MS = 3_600_000;

function checkWaitingMail(mails: number, since: number, now: number): Finding {
  if (mails === 0) return ok('waiting mail', 'none');
  const says = `${mails}, the oldest for ${duration(now - since)}`;
  return now - since < LONG_WAIT_MS
    ? ok('waiting mail', says)
    : warn('waiting mail', `${says}: is the service running, and what does its log say of the mail server?`);
}

function checkFeed({ domain, goodAt, products }: FeedState, trouble: string | null): Finding {
  if (trouble !== null) return fail('product feed', `${printable(trouble)}; 'plaudit account set' changes the address`);
  return goodAt === null
    ? warn('product feed', `that of ${domain} is not read yet: is the service running?`)
    : ok('product feed', `${products} products of ${domain} were last read ${formatDateTime(goodAt)} UTC`);
}

function checkBackups(schedule: Schedule | null, last: LastBackup | null, now: number, directory: string): Finding {
  if (!schedule)
    return warn(
      'backups',
      `the service makes none; run: plaudit backup --every 24h --keep 10 --data ${quoted(directory)}`,
    );
  if (last?.failure) return fail('backups', `the last one failed: ${last.failure}`);
  const wholeAt = last?.wholeAt ?? null;
  if (wholeAt === null) return warn('backups', 'none yet: the service makes the first one within seconds of its start');
  const age = now - wholeAt;
  const says = `the last one is ${duration(Math.max(0, age))} old, in ${schedule.directory}`;
  return age < 1.5 * schedule.every
    ? ok('backups', says)
    : fail('backups', `${says}, though one is due every ${duration(schedule.every)}: is the service running?`);
}

/** A backup that nobody has restored may be one that nobody can restore. */
function checkTrial({ at, file: known, triedAt }: KnownBackup, now: number): Finding {
  const file = quoted(known ?? 'FILE');
  if (at === null) return warn('last backup', 'none is known here: make one, and try it');
  const says = `${duration(Math.max(0, now - at))} ago`;
  return triedAt === null
    ? warn('last backup', `${says}, and none was ever tried; run: plaudit backup --check ${file}`)
    : ok('last backup', `${says}; one was last tried ${duration(Math.max(0, now - triedAt))} ago`);
}

async function checkMailServer(url: string | undefined, location: DataLocation): Promise<Finding> {
  if (url === undefined)
    return warn(
      'mail',
      'directory' in location
        ? 'nobody gets any: each mail is written to a file; set PLAUDIT_SMTP_URL'
        : 'nobody gets any: each mail waits in the database; set PLAUDIT_SMTP_URL',
    );
  const { host } = new URL(url);
  const { greetMailServer } = await import('../programs/service-data.ts');
  try {
    const { isEncrypted } = await greetMailServer(url);
    return isEncrypted
      ? ok('mail', `${host} answers, over TLS`)
      : warn('mail', `${host} answers without TLS: everybody on the way can read mails and the password`);
  } catch (error) {
    return fail('mail', `${host} does not answer as a mail server: ${reasonOf(error)}; check PLAUDIT_SMTP_URL`);
  }
}

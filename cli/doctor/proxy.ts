/** Checks of a proxy's data, and of the API behind it. */
import type { IncomingHttpHeaders } from 'node:http';
import { reasonOf } from '../../review-store/databases/store-error.ts';
import type { DataLocation } from '../settings/flags.ts';
import { checkDatabaseClock, checkUpgrade } from './database.ts';
import { fail, ok, warn, type Finding } from './finding.ts';
import { checkClock } from './host.ts';

export interface UpstreamSettings {
  /** URL of the API, version included. */
  readonly upstream: string;
  readonly business: string;
  readonly account: Readonly<Record<'clientToken' | 'email' | 'password', string>>;
}

export type TranslatorSettings = Parameters<Programs['tryTranslator']>[0];
export type SummariserSettings = Parameters<Programs['trySummariser']>[0];

type Programs = typeof import('../programs/proxy-data.ts');
type Inspect = Parameters<Programs['inspectProxy']>[1];
type Database = Parameters<Inspect>[0];

/**
 * @param settings - null if they are not known here.
 * @param hasService - whether its service is beside it, so that nobody needs to say where the API is.
 */
export async function checkProxy(
  location: DataLocation,
  settings: UpstreamSettings | null,
  hasService: boolean,
): Promise<Finding[]> {
  const programs = await import('../programs/proxy-data.ts');
  const found: Finding[] = [];
  try {
    await programs.inspectProxy(location, async (db, { missing }) => {
      found.push(checkUpgrade('proxy', missing));
      found.push(...(await checkDatabaseClock(db)));
      if (missing.length > 0) return;
      found.push(await checkQueue(db, programs));
      if (settings)
        found.push(
          ...(await checkUpstream(settings.upstream, () =>
            programs.tryAccount(db, { ...settings.account, upstream: settings.upstream }, settings.business),
          )),
        );
      else if (!hasService)
        found.push(
          warn('upstream', 'not checked: set what the proxy is started with (PLAUDIT_UPSTREAM, PLAUDIT_BUSINESS, …)'),
        );
    });
  } catch (error) {
    found.push(fail('proxy data', reasonOf(error)));
  }
  return found;
}

/** Writes that the API does not have. */
async function checkQueue(db: Database, programs: Programs): Promise<Finding> {
  const { held, refused, waiting } = await programs.countWrites(db);
  const counts = Object.entries({ held, refused, waiting, 'votes waiting': await programs.countWaitingVotes(db) });
  const says = counts.flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : [])).join(', ') || 'empty';
  return held + refused > 0
    ? warn('queue', `${says}: look at them with 'plaudit proxy queue list'`)
    : ok('queue', says);
}

/** @param ask - how; by default without an account. */
export async function checkUpstream(upstream: string, ask?: () => Promise<IncomingHttpHeaders>): Promise<Finding[]> {
  const asked = Date.now();
  try {
    const { date } = await (ask ?? (await import('../programs/proxy-data.ts')).tryUpstream.bind(null, upstream))();
    const says = ask
      ? `${upstream} accepts the account`
      : `${upstream} answers; the account is checked once the proxy has run`;
    const found = [ask ? ok('upstream', says) : warn('upstream', says)];
    const theirs = Date.parse(date ?? '');
    // A header counts whole seconds, and the answer took its time.
    if (!Number.isNaN(theirs)) found.push(checkClock(nearest(theirs, asked, Date.now()), Date.now(), 'the API'));
    return found;
  } catch (error) {
    return [fail('upstream', `${upstream}: ${reasonOf(error)}`)];
  }
}

/** Between the request and its answer, no clock is wrong. */
const nearest = (theirs: number, asked: number, answered: number): number =>
  theirs + 1_000 >= asked && theirs <= answered ? answered : theirs;

/** It is asked for its languages, and to translate a word. */
export async function checkTranslator(translator: TranslatorSettings): Promise<Finding> {
  const { tryTranslator } = await import('../programs/proxy-data.ts');
  try {
    const { languages } = await tryTranslator(translator);
    return ok('translator', `${translator.url} translates ${languages} languages`);
  } catch (error) {
    return fail('translator', `${translator.url}: ${reasonOf(error)}`);
  }
}

/** It is asked to summarise reviews that are made up. */
export async function checkSummariser(summariser: SummariserSettings): Promise<Finding> {
  const { trySummariser } = await import('../programs/proxy-data.ts');
  const { url, model } = summariser;
  try {
    const { sentences } = await trySummariser(summariser);
    return sentences < 2
      ? warn('summariser', `${url}: ${model} answers, but writes too few sentences that a shop can show`)
      : ok('summariser', `${url}: ${model} summarises reviews`);
  } catch (error) {
    return fail('summariser', `${url}: ${reasonOf(error)}`);
  }
}

/** A link into the set-up, for a program that runs already. */
import { Failure } from '../../settings/failure.ts';
import { nameOf, readLocation, type LocationSettings } from '../../settings/flags.ts';
import { findService } from '../../places.ts';
import { say } from '../../settings/printable.ts';

/**
 * @param settings - as the program that runs was given them.
 * @throws Failure if none runs there, or nothing of its set-up is undone.
 */
export async function printSetUpLink(settings: LocationSettings): Promise<void> {
  const { holdsServiceData, linkOfRunning, openServiceDatabase } = await import('../../programs/service-data.ts');
  const { location } = findService(settings, 'apart').service;
  const made = (await holdsServiceData(location)) ? await makeLink() : ({ none: 'nothing runs' } as const);
  if ('link' in made) return say(`Set it up: ${made.link}`);
  if (made.none === 'nothing runs')
    throw new Failure(`Nothing runs on ${nameOf(readLocation(settings))}: start it without --setup-link`);
  throw new Failure("Nothing of the set-up is undone; 'plaudit help' lists the commands that change what was set");

  async function makeLink() {
    await using db = await openServiceDatabase(location);
    return await linkOfRunning(db);
  }
}

import { NOT_SHREDDED } from '../../../review-store/secrets/shred.ts';
import { accessPerson } from '../../care/privacy/access.ts';
import { erasePerson } from '../../care/privacy/erase.ts';
import type { Operation } from './call.ts';

export const accessPersonalData: Operation<'accessPersonalData'> = async ({ db, business, addresses, parameters }) => ({
  categories: await accessPerson(db, { business, email: parameters.email, addresses }),
});

const NOT_NOTED = 'who was erased could not be noted beside the backups: the next backup or erasure makes up for it';

/**
 * Succeeds even if nobody has this address: then there is nothing left to erase. Its answer is kept only once all is
 * erased, what no transaction reaches included: sent again after a failure, it goes on where it stopped.
 */
export const erasePersonalData: Operation<'erasePersonalData'> = async (call) => {
  const { service, db, business, parameters, session, now } = call;
  const person = { email: parameters.email };
  const { copies, isShredded, missed } = await erasePerson(db, business, person, service, {
    actor: session.accountId,
    now,
  });
  if (copies > 0)
    service.logger.info({ copies }, 'copies from before an upgrade were deleted: they held who was erased');
  if (!isShredded) service.logger.warn(NOT_SHREDDED);
  if (missed.length > 0) service.logger.warn({ directories: missed }, NOT_NOTED);
  return {};
};

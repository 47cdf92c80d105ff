import { accessPerson } from '../privacy/access.ts';
import { erasePerson, eraseTraces } from '../privacy/erase.ts';
import type { Operation } from './call.ts';

export const accessPersonalData: Operation<'accessPersonalData'> = async ({ db, business, addresses, parameters }) => ({
  categories: await accessPerson(db, { business, email: parameters.email, addresses }),
});

/** Succeeds even if nobody has this address: then there is nothing left to erase. */
export const erasePersonalData: Operation<'erasePersonalData'> = async ({
  service,
  db,
  business,
  parameters,
  commit,
}) => {
  await commit(async (transaction) => {
    await erasePerson(transaction, business, parameters.email);
    return {};
  });
  const { copies } = await eraseTraces(db, business, service.mailDirectory, parameters.email);
  if (copies > 0)
    service.logger.info({ copies }, 'copies from before an upgrade were deleted: they held who was erased');
  return {};
};

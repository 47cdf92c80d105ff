import { shredDeleted } from '../../review-store/shred.ts';
import { accessPerson } from '../privacy/access.ts';
import { erasePerson } from '../privacy/erase.ts';
import { storeOf } from '../tables.ts';
import type { Operation } from './call.ts';

export const accessPersonalData: Operation<'accessPersonalData'> = async ({ db, business, addresses, parameters }) => ({
  categories: await accessPerson(db, { business, email: parameters.email, addresses }),
});

/** Succeeds also where there is nobody with this address: then there is nothing left to erase. */
export const erasePersonalData: Operation<'erasePersonalData'> = async ({ db, business, parameters, commit }) => {
  await commit(async (transaction) => {
    await erasePerson(transaction, business, parameters.email);
    return {};
  });
  await shredDeleted(storeOf(db));
  return {};
};

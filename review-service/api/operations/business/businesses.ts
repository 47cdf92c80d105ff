import { readBusiness } from '../../../../review-store/content/businesses.ts';
import { requireBusiness } from '../../../people/accounts/rights.ts';
import { storeOf } from '../../../data/tables.ts';
import type { Operation } from '../call.ts';

export const getBusiness: Operation<'getBusiness'> = async ({ db, addresses, business, parameters }) =>
  addresses.business(await readBusiness(storeOf(db), business, parameters.datasources));

export const getBusinesses: Operation<'getBusinesses'> = async ({ db, addresses, session, parameters }) => {
  const urls = [];
  for (const domain of parameters.businesses) {
    const business = await requireBusiness(db, domain, session.accountId);
    urls.push(addresses.business(await readBusiness(storeOf(db), business)));
  }
  return { urls };
};

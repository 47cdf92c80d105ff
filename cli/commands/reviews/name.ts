/** What commands on one review take. */
import { UsageError } from '../../settings.ts';
import { businessFlags, placeFlags } from '../account/inputs.ts';

export const reviewFlags = {
  ...placeFlags,
  number: { value: 'NUMBER', bare: true, required: true, help: 'the number of the review' },
  product: { help: 'it is a review of a product' },
  business: businessFlags.business,
} as const;

/** @throws UsageError for what cannot be a number of a review. */
export function readName({ number, product }: { readonly number: string | undefined; readonly product: boolean }) {
  if (number === undefined || !/^[1-9]\d{0,14}$/.test(number))
    throw new UsageError('NUMBER must be a whole number from 1');
  return { kind: product ? 'product' : 'business', number: Number(number) } as const;
}

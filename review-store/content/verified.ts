/**
 * Finds the verified buyers among the authors of product reviews: the glossary has the definition. For reviews without
 * this column, of earlier programs or of an API that does not say it, it means the author was asked.
 */
import { sql } from 'kysely';

export const verified = sql<0 | 1>`coalesce(product_review.verified, product_review.solicited)`;

/** The same of authors of reviews of the business, of whom those were asked whose review has a source. */
export const verifiedOfShop = sql<0 | 1>`coalesce(review.verified, case when source is null then 0 else 1 end)`;

/** The same of a row. */
export const isVerified = (row: { readonly verified: number | null; readonly solicited: number }): boolean =>
  (row.verified ?? row.solicited) === 1;

export const isVerifiedOfShop = (row: { readonly verified: number | null; readonly source: string | null }): boolean =>
  (row.verified ?? (row.source === null ? 0 : 1)) === 1;

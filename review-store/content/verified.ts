/**
 * Who is a verified buyer, of the authors of product reviews: the glossary has the definition. What a program before
 * this column wrote, and an API that does not say it, mean whoever was asked.
 */
import { sql } from 'kysely';

export const verified = sql<0 | 1>`coalesce(product_review.verified, product_review.solicited)`;

/** The same of a row. */
export const isVerified = (row: { readonly verified: number | null; readonly solicited: number }): boolean =>
  (row.verified ?? row.solicited) === 1;

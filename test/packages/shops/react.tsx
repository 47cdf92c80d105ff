/** What React's JSX knows of the elements. */
import type {} from 'plaudit-elements/react';
import { useRef } from 'react';

export function Product({ sku, onTotal }: { sku: string; onTotal: (total: number | null) => void }) {
  const form = useRef<HTMLElementTagNameMap['plaudit-review-form']>(null);
  return (
    <>
      <plaudit-stars sku={sku} className="line" />
      <plaudit-product-reviews sku={sku} page-size="5" onplaudit-ready={({ detail }) => onTotal(detail.total)} />
      <plaudit-product-reviews sku={sku} pageSize={5} onplaudit-vote={({ detail }) => detail.vote === 'positive'} />
      <plaudit-review-form ref={form} sku={sku}>
        The form is on its way.
      </plaudit-review-form>
      {/* @ts-expect-error -- a number, or its text */}
      <plaudit-product-reviews sku={sku} page-size={true} />
    </>
  );
}

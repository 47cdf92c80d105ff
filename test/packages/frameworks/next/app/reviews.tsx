'use client';

import { useEffect, useRef, useState } from 'react';

export function Reviews({ sku }: { sku: string }) {
  const [total, setTotal] = useState<number | null>(null);
  const list = useRef<HTMLElementTagNameMap['plaudit-product-reviews']>(null);

  useEffect(() => {
    const element = list.current!;
    const onReady = ({ detail }: HTMLElementEventMap['plaudit-ready']) => setTotal(detail.total);
    element.addEventListener('plaudit-ready', onReady);
    // The elements come after the listener, which then misses nothing.
    void import('./elements');
    return () => element.removeEventListener('plaudit-ready', onReady);
  }, []);

  return (
    <>
      <plaudit-stars sku={sku}>Stars</plaudit-stars>
      <plaudit-product-reviews ref={list} sku={sku} pageSize={3}>
        The reviews are on their way.
      </plaudit-product-reviews>
      <output>{total}</output>
    </>
  );
}

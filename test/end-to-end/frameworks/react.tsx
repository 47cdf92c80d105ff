import 'plaudit/product-reviews';
import 'plaudit/stars';
import { setDefaults } from 'plaudit/defaults';
import { useEffect, useRef, useState, type HTMLAttributes, type Ref } from 'react';
import { createRoot } from 'react-dom/client';

type Elements = {
  [Tag in keyof HTMLElementTagNameMap as Tag extends `plaudit-${string}` ? Tag : never]: HTMLAttributes<
    HTMLElementTagNameMap[Tag]
  > &
    Partial<Omit<HTMLElementTagNameMap[Tag], keyof HTMLElement>> & { ref?: Ref<HTMLElementTagNameMap[Tag]> };
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}

function App() {
  const [sku, setSku] = useState('DEMO-001');
  const [total, setTotal] = useState<number | null>(null);
  const reviews = useRef<HTMLElementTagNameMap['plaudit-product-reviews']>(null);
  useEffect(() => {
    const element = reviews.current!;
    const ready = ({ detail }: HTMLElementEventMap['plaudit-ready']) => setTotal(detail.total);
    element.addEventListener('plaudit-ready', ready);
    return () => element.removeEventListener('plaudit-ready', ready);
  }, []);
  return (
    <>
      <plaudit-stars sku={sku}>Stars</plaudit-stars>
      <plaudit-product-reviews ref={reviews} sku={sku} pageSize={3}>
        Reviews
      </plaudit-product-reviews>
      <output>{total}</output>
      <button onClick={() => setSku('DEMO-024')}>Another product</button>
    </>
  );
}

export function mount(proxy: string): void {
  setDefaults({ proxy });
  createRoot(document.querySelector('#app')!).render(<App />);
}

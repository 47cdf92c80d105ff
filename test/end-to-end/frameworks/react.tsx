import 'plaudit-elements/product-reviews';
import 'plaudit-elements/stars';
import { setDefaults } from 'plaudit-elements/defaults';
import { useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

export function App() {
  const [sku, setSku] = useState('DEMO-001');
  const [total, setTotal] = useState<number | null>(null);
  return (
    <>
      <plaudit-stars sku={sku}>Stars</plaudit-stars>
      <plaudit-product-reviews sku={sku} pageSize={3} onplaudit-ready={({ detail }) => setTotal(detail.total)}>
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

/** Takes a page over that a server rendered. */
export function hydrate(proxy: string): void {
  setDefaults({ proxy });
  hydrateRoot(document.querySelector('#app')!, <App />);
}

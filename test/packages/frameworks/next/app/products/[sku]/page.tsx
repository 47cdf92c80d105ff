import Link from 'next/link';
import { Reviews } from '../../reviews';

export default async function Product({ params }: { params: Promise<{ sku: string }> }) {
  const { sku } = await params;
  return (
    <main>
      <h1>{sku}</h1>
      <Reviews sku={sku} />
      <Link href="/products/DEMO-024">Another product</Link>
    </main>
  );
}

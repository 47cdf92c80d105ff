import Link from 'next/link';
import { Suspense } from 'react';
import { Reviews } from '../../reviews';

interface Props {
  params: Promise<{ sku: string }>;
}

export default function Product({ params }: Props) {
  return (
    <main>
      <Suspense>
        <Details params={params} />
      </Suspense>
      <Link href="/products/DEMO-024">Another product</Link>
    </main>
  );
}

async function Details({ params }: Props) {
  const { sku } = await params;
  return (
    <>
      <h1>{sku}</h1>
      <Reviews sku={sku} />
    </>
  );
}

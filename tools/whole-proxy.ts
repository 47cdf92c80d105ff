import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until a proxy of the demo's shop has mirrored all of it, so that every list can be asked for without a call,
 * and has found in the texts what follows from them: the languages, and what reviews say most.
 */
export async function isWhole(proxy: string): Promise<void> {
  const ask = async (path: string): Promise<unknown> => (await fetch(proxy + path)).json();
  for (;;) {
    const { businesses } = (await ask('/readyz')) as { businesses?: readonly { complete: boolean }[] };
    // One that has not begun to mirror says so without them.
    if (businesses?.every(({ complete }) => complete)) {
      const page = await ask('/v1/businesses/-/product/reviews?sku=DEMO-001&digest=1&count=1');
      if ((page as { digest?: object | null }).digest) return;
    }
    await wait(200);
  }
}

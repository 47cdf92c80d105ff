import type { Digest } from '../../../../contract/digest.ts';
import { PAGE_KEY } from '../../../../contract/words-script.ts';

/** A default that the page's script tag or `setDefaults` gives: as `page/shared.ts` has them, which is not imported. */
export const pageDefault = (name: 'address' | 'translate'): string | undefined =>
  (globalThis as unknown as Record<symbol, { defaults?: Partial<Record<string, string>> } | undefined>)[
    Symbol.for(PAGE_KEY)
  ]?.defaults?.[name];

/** Whether the page, the proxy or the browser may translate reviews. */
export function mayTranslate({ translates }: Digest): boolean {
  const by = pageDefault('translate');
  return by === 'on' || (by !== 'off' && (!!translates || 'Translator' in globalThis));
}

import type { Digest } from '../../../../contract/digest.ts';
import { lateState } from '../../../late.ts';

/** A default that the page's script tag or `setDefaults` gives. */
export const pageDefault = (name: 'address' | 'translate'): string | undefined => lateState().defaults?.[name];

/** Whether the page, the proxy or the browser may translate reviews. */
export function mayTranslate({ translates }: Digest): boolean {
  const by = pageDefault('translate');
  return by === 'on' || (by !== 'off' && (!!translates || 'Translator' in globalThis));
}

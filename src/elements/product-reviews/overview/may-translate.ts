import type { Digest } from '../../../../contract/digest.ts';
import { pageDefault } from '../../../late.ts';

/** Whether the page, the proxy or the browser may translate reviews. */
export function mayTranslate({ translates }: Digest): boolean {
  const by = pageDefault('translate');
  return by === 'on' || (by !== 'off' && (!!translates || 'Translator' in globalThis));
}

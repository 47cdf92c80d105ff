import type { Digest } from '../../../../../contract/entities/digest.ts';
import { shared } from '../../../../page/shared.ts';

/** Whether the page, the proxy or the browser may translate reviews. */
export function mayTranslate({ translates }: Digest): boolean {
  const by = shared.defaults?.translate;
  return by === 'on' || (by !== 'off' && (!!translates || 'Translator' in globalThis));
}

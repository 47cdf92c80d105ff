import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Renderer } from '../../contract/shopper/rendering.ts';

/** Null where the elements have not been built. */
export async function loadRenderer(file: string): Promise<Renderer | null> {
  if (!existsSync(file)) return null;
  const { renderer } = (await import(pathToFileURL(file).href)) as { renderer: Renderer };
  return renderer;
}

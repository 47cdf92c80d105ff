import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Renderer } from '../../contract/rendering.ts';

/** Where the bundle that renders elements is built. */
export const defaultRendererFile = join(import.meta.dirname, '..', '..', 'dist', 'server', 'render.js');

/** Null where the elements have not been built. */
export async function loadRenderer(file: string): Promise<Renderer | null> {
  if (!existsSync(file)) return null;
  const { renderer } = (await import(pathToFileURL(file).href)) as { renderer: Renderer };
  return renderer;
}

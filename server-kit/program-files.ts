/**
 * Where the program finds its own files. An installed package has the same folders as a checkout: the code of each
 * room, the demo's pictures, and beside them `dist/`, which holds what was built. A checkout builds it; an installed
 * package brings it along.
 */
import { extname, join } from 'node:path';

/** `.ts` in a checkout, where Node runs the sources; `.js` in a package, which holds what they were compiled to. */
const extension = extname(import.meta.filename);
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

export const programFiles = {
  root,
  isCheckout: extension === '.ts',
  /** The files that shops load. */
  widgets: join(dist, 'widgets'),
  /** The elements for the proxy to render. */
  renderer: join(dist, 'server', 'render.js'),
  /** The texts of the languages that the elements have in their code, as data. */
  texts: join(dist, 'server', 'words'),
  /** The pages of the demo shop. */
  storefront: join(dist, 'storefront'),
  /** The demo's pictures. */
  pictures: join(root, 'demo-data', 'pictures'),
  /** The process that decodes uploaded pictures. */
  pictureProcess: join(root, 'server-kit', 'pictures', `picture-process${extension}`),
} as const;

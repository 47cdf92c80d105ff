import type { PageDefaults } from './shared.ts';

/** Reads the page's defaults off the script tag that `scriptUrl` (the module's own address) came from. */
export function readDefaults(scriptUrl: string): PageDefaults {
  const scripts = [...document.scripts];
  // A redirect changes the module's address, so the name of the file decides where no address matches.
  const script =
    scripts.find(({ src }) => src === scriptUrl) ?? scripts.find(({ src }) => /\/plaudit(\.all)?\.js/.test(src));
  const defaults: DOMStringMap & Partial<PageDefaults> = { ...script?.dataset };
  // For shops that count what their pages do. The build points this at a file.
  if ('dataLayer' in defaults) import('./data-layer.ts').catch(() => {});
  const { proxy } = defaults;
  return { ...defaults, proxy: new URL(proxy || '.', proxy ? document.baseURI : scriptUrl).href };
}

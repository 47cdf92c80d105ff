/** Defaults for all elements of the page, read from the script tag. */
export interface PageDefaults {
  /** Absolute URL of the proxy. */
  readonly proxy: string;
  readonly business?: string | undefined;
  readonly locale?: string | undefined;
  readonly theme?: string | undefined;
  /** `off`: what shoppers choose is not written into the address of the page. */
  readonly address?: string | undefined;
  /**
   * `on`: the page answers `plaudit-translate`, so all reviews in another language offer a translation; `off`: none
   * does; otherwise those that the proxy or the browser can translate.
   */
  readonly translate?: string | undefined;
}

/** Reads the page's defaults from the script tag that loaded `scriptUrl`, the module's own URL. */
export function readDefaults(scriptUrl: string): PageDefaults {
  // An older tag beside it may name a host that is gone. A redirect changes the module's URL: then the name is enough.
  const scripts = [...document.scripts];
  const script =
    scripts.find(({ src }) => src === scriptUrl) ?? scripts.find(({ src }) => /\/plaudit(\.all)?\.js/.test(src));
  const defaults: DOMStringMap & Partial<PageDefaults> = { ...script?.dataset };
  // For shops with analytics.
  if ('dataLayer' in defaults) import('./data-layer.ts').catch(() => {});
  return { ...defaults, proxy: new URL(defaults.proxy || new URL('.', scriptUrl), document.baseURI).href };
}

/** Code that a page does without until somebody asks for it. The build points these at files. */
export const later = {
  report: () => import('./report.ts'),
  lightbox: () => import('./lightbox.ts'),
  takeOver: () => import('./take-over.ts'),
  shrink: () => import('./shrink.ts'),
  jsonLd: () => import('./json-ld.ts'),
  send: () => import('./send.ts'),
};

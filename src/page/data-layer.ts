import type { EventDetails } from './events.ts';

/** Event details that the shop's analytics receives: numbers, names and choices, never text that a person wrote. */
const forwarded = {
  'plaudit-ready': ['total'],
  'plaudit-error': ['code', 'status'],
  'plaudit-filter': ['sku', 'itemGroup', 'ratings', 'order', 'photos'],
  'plaudit-vote': ['reviewId', 'vote', 'queued'],
  'plaudit-translate': ['from', 'to'],
  'plaudit-submit': ['sku', 'rating', 'queued'],
} as const satisfies { readonly [Name in keyof EventDetails]: ReadonlyArray<keyof EventDetails[Name]> };

const page = globalThis as { dataLayer?: unknown[] };

for (const [name, fields] of Object.entries(forwarded)) {
  document.addEventListener(name, ({ target, detail }: Event & { detail?: Record<string, unknown> }) => {
    const values = Object.fromEntries(fields.map((field) => [field, detail?.[field]]));
    (page.dataLayer ??= []).push({ event: name.replace('-', '_'), element: (target as Element).localName, ...values });
  });
}

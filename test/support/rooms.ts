/** The folders that hold source, one concern each: docs/decisions/0001-rooms.md. */
export const rooms = [
  'contract',
  'insights',
  'review-store',
  'review-service',
  'server-kit',
  'api-client',
  'server-proxy',
  'exchange',
  'src',
  'cli',
  'demo',
  'demo-data',
] as const;

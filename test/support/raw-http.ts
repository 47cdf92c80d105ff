/** HTTP without what `fetch` adds, follows or forbids. */
import { request } from 'node:http';

export interface RawAnswer {
  readonly http: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

export function rawRequest(
  address: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port, pathname, search } = new URL(address);
  return new Promise((resolve, reject) => {
    request(
      { host: hostname.replace(/^\[|\]$/g, ''), port, method, path: pathname + search, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ http: response.statusCode!, headers: response.headers, text: Buffer.concat(chunks).toString() }),
        );
      },
    )
      .on('error', reject)
      .end(body);
  });
}

/** The pages of the routes for shoppers and for merchants, made of their OpenAPI documents. */
import type { MadePage } from './made-page.ts';
import { describeMerchantApi } from './merchant-api.ts';
import { describeShopperApi, type Operation } from './shopper-api.ts';

const api = describeShopperApi('https://reviews.your-shop.example');

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly format?: string;
}

function valuesOf({ type = 'text', enum: values, minimum, maximum, maxLength, format }: Schema): string {
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (format) return format;
  const name = type === 'string' ? 'text' : type;
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (isBounded) return `${name}, ${minimum ?? 0} to ${maximum}`;
  if (minimum !== undefined) return `${name}, at least ${minimum}`;
  return maxLength === undefined ? name : `${name}, up to ${maxLength.toLocaleString('en-GB')} characters`;
}

interface Input {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

/** Files come as numbered fields, which are listed once. */
function inputsOf({ parameters, requestBody }: Pick<Operation, 'parameters' | 'requestBody'>): Input[] {
  const inQuery = parameters.filter((one) => one.in === 'query') as readonly Input[];
  const body = requestBody?.content['multipart/form-data'] ?? requestBody?.content['application/x-www-form-urlencoded'];
  const { properties = {}, required = [] } = (body?.schema ?? {}) as {
    properties?: Readonly<Record<string, Schema & { readonly description: string }>>;
    required?: readonly string[];
  };
  const inForm = Object.entries(properties)
    .filter(([name]) => !/^(image|caption)([2-9]|10)$/.test(name))
    .map(([name, schema]) => ({
      name: name.replace(/^(image|caption)1$/, '$11 … $110'),
      required: required.includes(name),
      description: schema.description,
      schema,
    }));
  return [...inQuery, ...inForm];
}

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (heads: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
  rows.length === 0 ? '' : `${[heads, heads.map(() => '---'), ...rows].map(row).join('\n')}\n\n`;

const named = (name: string, required: boolean): string => `\`${name}\`${required ? ' (required)' : ''}`;

type Refusals = ReadonlyArray<readonly [status: string, meanings: readonly string[]]>;

const refusalsOf = ({ responses }: Operation): Refusals =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description }]) => [status, description.split('; ')]);

const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
);

/** Refusals that all operations share are listed once. */
const usual = refusalsOf(operations[0]!.operation)
  .map(([status, meanings]): [string, string[]] => [
    status,
    meanings.filter((meaning) =>
      operations.every(({ operation }) => refusalsOf(operation).some((one) => one[1].includes(meaning))),
    ),
  ])
  .filter(([, meanings]) => meanings.length > 0);
const isUsual = (meaning: string): boolean => usual.some(([, meanings]) => meanings.includes(meaning));

const refusalTable = (refusals: Refusals): string =>
  table(
    ['status', '`errorCode` and meaning'],
    refusals.filter(([, meanings]) => meanings.length > 0).map(([status, meanings]) => [status, meanings.join('<br>')]),
  );

const inputTable = (method: string, operation: Pick<Operation, 'parameters' | 'requestBody'>): string =>
  table(
    [method === 'get' ? 'parameter' : 'field', 'value', 'meaning'],
    inputsOf(operation).map(({ name, required, schema, description }) => [
      named(name, required),
      valuesOf(schema),
      description,
    ]),
  );

function describe({ method, path, operation }: (typeof operations)[number]): string {
  const headers = operation.parameters
    .filter((one) => one.in === 'header')
    .map(({ name, required, description = '' }) => [named(name, required), description]);
  const own = refusalsOf(operation).map(([status, meanings]): [string, string[]] => [
    status,
    meanings.filter((meaning) => !isUsual(meaning)),
  ]);
  return `## ${operation.summary}

\`\`\`http
${method.toUpperCase()} /v1${path}
\`\`\`

${operation.description}

${inputTable(method, operation)}
${table(['header', 'meaning'], headers)}
${refusalTable(own)}`;
}

const shoppers: MadePage = {
  name: 'index',
  markdown: `# HTTP API for shoppers

This is what the proxy answers to the browsers of shoppers. It needs no token, and is open to the origins in
\`PLAUDIT_ORIGINS\`. \`-\` in place of \`{business}\` stands for the first business that the proxy serves.

- <a href="/openapi.json" target="_self">openapi.json</a> describes the same, with all fields of the answers, for tools.
- <a href="/openapi-service.json" target="_self">openapi-service.json</a> describes all operations of the review
  service, which serves the document itself at \`/v1/openapi.json\`. With the merchant key, the proxy answers the same
  operations under \`/merchant/v1\`: see [for merchants](/http/merchant).

An answer has \`"status": "OK"\` and \`"success": true\`. A refusal has a fitting HTTP status, and a body with
\`"status": "ERROR"\`, \`"success": false\`, \`errorCode\` and \`errorReason\`. \`Retry-After\` comes with
429 and 503. Any route may refuse with these:

${refusalTable(usual)}
${operations.map(describe).join('\n')}`,
};

const merchantApi = describeMerchantApi('https://reviews.your-shop.example');

const merchantRoutes = Object.entries(merchantApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => `## ${operation.summary}

\`\`\`http
${method.toUpperCase()} /merchant/v1${path}
\`\`\`

${operation.description}

${inputTable(method, operation)}`,
  ),
);

const merchants: MadePage = {
  name: 'merchant',
  markdown: `# HTTP API for merchants

This is what the proxy answers to your own servers, once \`PLAUDIT_MERCHANT_KEY\` is set: every operation of the API,
with the personal data in the answers. Each request has the key in a header, \`Authorization: Bearer KEY\`; the proxy
adds the account. \`-\` in place of \`{business}\` stands for the first business that the proxy serves. Keep the key on
servers, and these routes [closed to the network](../../running-the-proxy.md#nginx-in-front). A write is passed on at
once or refused: after 503, try again in \`Retry-After\` seconds. With an \`Idempotency-Key\`, a repeated write is done
once.

<a href="/openapi-merchant.json" target="_self">openapi-merchant.json</a> describes the same for tools.

${merchantRoutes.join('\n\n')}
`,
};

export const httpPages: readonly MadePage[] = [shoppers, merchants];

/** A 429 or 503 of the API says when to come back, also where the API did not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send, type Fault } from './fake-upstream.ts';
import { Stage } from './harness.ts';

const refusing =
  (http: number, code: number): Fault =>
  (_call, response) =>
    send(response, http, { status: 'ERROR', success: false, errorCode: code, errorReason: 'no' });

const refusals: Record<string, Fault> = {
  '429': refusing(429, 429),
  '429 with HTTP 200': refusing(200, 429),
  '503': refusing(503, 503),
  '503 without an envelope': (_call, response) =>
    void response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>'),
};

for (const [name, fault] of Object.entries(refusals)) {
  for (const login of [true, false]) {
    test(`${name} without Retry-After${login ? ', to the login' : ''}`, async () => {
      await using stage = await Stage.open();
      stage.upstream.fault = (call, response) =>
        (call.path === '/v1/login') === login ? fault(call, response) : false;
      const proxy = await stage.proxy();
      const answers = await Promise.all([
        proxy.shop('/product/reviews?sku=SKU-1'),
        proxy.merchant('/businesses/-/messages'),
        proxy.merchant('/businesses/-/reviews/publish', { body: { review_no: '13' } }),
      ]);
      for (const { http, headers, text } of answers) {
        assert.ok(http === 429 || http === 503, `${http} ${text}`);
        assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, text);
      }
    });
  }
}

/** A proxy of this process in front of our own service. */
import { startProxy, type ProxyOptions } from '../../server-proxy/proxy.ts';
import { merchantKey, silent, TestProxy } from '../server-proxy/harness.ts';
import { password, type TestService } from './review-service.ts';

const shop = 'shop.example';

/** @returns it once its mirror is complete. The service has `shop.example`, with its owner. */
export async function startProxyOf(
  service: TestService,
  location: ProxyOptions['location'],
  more: Partial<ProxyOptions> = {},
): Promise<TestProxy> {
  const running = await startProxy({
    host: '127.0.0.1',
    port: 0,
    upstream: `${service.url}/v1`,
    businesses: [shop],
    location,
    clientToken: service.clientToken,
    email: `owner@${shop}`,
    password,
    origins: [],
    trustedProxies: [],
    merchantKey,
    logger: silent,
    ...more,
  });
  return new TestProxy(running, () => {}).mirrored();
}

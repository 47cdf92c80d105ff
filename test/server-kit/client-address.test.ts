/** Whose `X-Forwarded-For` is believed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNetworks } from '../../cli/settings/settings.ts';
import { ClientAddresses, networkOf } from '../../server-kit/network/client-address.ts';

const read = (networks: string) => readNetworks(networks, 'PLAUDIT_TRUSTED_PROXIES');

test('a network in the spelling of IPv6 means the IPv4 network that it says, or is refused', () => {
  assert.deepEqual(read('::ffff:10.0.0.0/104, ::ffff:192.0.2.7, 0:0:0:0:0:FFFF:a00:0/112, ::ffff:0:0/96'), [
    '10.0.0.0/8',
    '192.0.2.7/32',
    '10.0.0.0/16',
    '0.0.0.0/0',
  ]);
  assert.deepEqual(read('10.0.0.0/8,192.0.2.7,2001:db8::/32,::1'), [
    '10.0.0.0/8',
    '192.0.2.7/32',
    '2001:db8::/32',
    '::1/128',
  ]);
  // Each looks like a network of IPv4, and is nearly all of IPv6.
  for (const wrong of [
    '::ffff:10.0.0.0/8',
    '::ffff:10.0.0.0/95',
    '::ffff:10.0.0.0/129',
    '10.0.0.0/33',
    '10.0.0/8',
    'fe80::1%eth0',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'localhost',
  ]) {
    assert.throws(() => read(wrong), /PLAUDIT_TRUSTED_PROXIES must be networks/, wrong);
  }
});

test('who is trusted is the same however an address is spelled', () => {
  for (const network of ['10.0.0.0/8', '::ffff:10.0.0.0/104']) {
    const addresses = new ClientAddresses(read(network));
    for (const [remote, forwarded, client] of [
      ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
      ['::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
      ['::ffff:a01:203', '198.51.100.1, ::ffff:10.9.9.9', '198.51.100.1'],
      ['11.1.2.3', '198.51.100.1', '11.1.2.3'],
      ['::a01:203', '198.51.100.1', '0:0:0:0'],
      ['10.1.2.3', '', '10.1.2.3'],
      ['10.1.2.3', '10.4.5.6, 10.9.9.9', '10.4.5.6'],
      ['10.1.2.3', 'anything, 198.51.100.1:4711', '198.51.100.1'],
      ['10.1.2.3', '[2001:db8:1:2::9]:4711 , 10.9.9.9', '2001:db8:1:2'],
      // What is no address says nothing.
      ['10.1.2.3', '198.51.100.1, unknown', '10.1.2.3'],
      ['10.1.2.3', '198.51.100.1, unknown, 10.9.9.9', '10.9.9.9'],
      ['10.1.2.3', '198.51.100.1, ', '10.1.2.3'],
    ] as const) {
      assert.equal(addresses.networkOf(remote, forwarded), client, `${remote} for ${forwarded}`);
    }
  }
});

test('an address is counted by itself, one of IPv6 by its /64', () => {
  for (const [address, network] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:0DB8:1:2:ffff::', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ] as const) {
    assert.equal(networkOf(address), network);
  }
});

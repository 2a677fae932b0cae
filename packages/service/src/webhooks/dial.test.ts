import type { LookupAddress } from 'node:dns';
import net from 'node:net';
import { expect, test, vi } from 'vitest';
import { AddressRefused, dialler, guarded, type Lookup } from './dial.ts';

const answering = (...addresses: string[]): Lookup => {
  const answer = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_, __, callback) => callback(null, answer);
};

const addressesOf = (lookup: Lookup): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) => {
    guarded(lookup)('shop.example', { all: true }, (error, found) =>
      error ? reject(error) : resolve(found as LookupAddress[]),
    );
  });

test('a name with public addresses keeps them, and loses those that are not', async () => {
  const found = await addressesOf(answering('8.8.8.8', '10.0.0.1', '::1', '2001:4860:4860::8888'));
  expect(found.map(({ address }) => address)).toEqual(['8.8.8.8', '2001:4860:4860::8888']);
});

test('a name with none but private addresses is refused', async () => {
  await expect(addressesOf(answering('10.0.0.1', '::ffff:127.0.0.1'))).rejects.toBeInstanceOf(AddressRefused);
});

test('one address is handed over alone when one was asked for', async () => {
  const found = await new Promise((resolve) => {
    guarded(answering('10.0.0.1', '8.8.8.8'))('shop.example', {}, (...answer) => resolve(answer));
  });
  expect(found).toEqual([null, '8.8.8.8', 4]);
});

test.each([true, false])(
  'a receiver with addresses of both families may take half of the time to connect at each, private allowed: %s',
  async (allow_private) => {
    // As Node is asked: a handshake over loopback is never slow.
    const asked = vi.spyOn(net, 'connect').mockImplementation(() => new net.Socket());
    const connect = dialler({
      ...{ allow_private, connect_timeout_ms: 3_000 },
      lookup: answering('8.8.8.8', '2001:4860:4860::8888'),
    });
    connect({ hostname: 'shop.example', protocol: 'http:', port: '80' }, () => undefined);
    expect(asked.mock.calls).toMatchObject([[{ autoSelectFamilyAttemptTimeout: 1_500 }]]);
  },
);

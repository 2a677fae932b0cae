import { describe, expect, test } from 'vitest';
import { urlRefusal } from './create.ts';
import { isPublicAddress } from './receivers.ts';

describe('an endpoint URL, outside development,', () => {
  test.each([
    'https://example.com/hooks',
    'https://example.com:443/',
    'https://example.com:8443/a?b=c',
    'https://8.8.8.8/',
    'https://[2001:4860:4860::8888]/',
  ])('%s is accepted', (url) => expect(urlRefusal(url, false)).toBeNull());

  test.each([
    ['http://example.com/', 'must begin with https://'],
    ['file:///etc/passwd', 'must begin with https://'],
    ['ftp://example.com/', 'must begin with https://'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['example.com/hooks', 'not a valid absolute URL'],
    ['', 'not a valid absolute URL'],
    ['https://', 'not a valid absolute URL'],
    ['https://user:pass@example.com/', 'user name or password'],
    ['https://user@example.com/', 'user name or password'],
    ['https://example.com/#part', 'fragment'],
    ['https://example.com:444/', 'port 443 or 8443'],
    ['https://example.com:22/', 'port 443 or 8443'],
    ['https://127.0.0.1/', 'public address'],
    ['https://127.0.0.1./', 'public address'],
    ['https://2130706433/', 'public address'],
    ['https://0x7f.1/', 'public address'],
    ['https://0177.0.0.1/', 'public address'],
    ['https://0/', 'public address'],
    ['https://10.1.2.3/', 'public address'],
    ['https://192.168.1.1/', 'public address'],
    ['https://169.254.169.254/latest/meta-data', 'public address'],
    ['https://168.63.129.16/', 'public address'],
    ['https://[::]/', 'public address'],
    ['https://[::1]/', 'public address'],
    ['https://[::7f00:1]/', 'public address'],
    ['https://[::ffff:127.0.0.1]/', 'public address'],
    ['https://[64:ff9b::7f00:1]/', 'public address'],
    ['https://[fd00:ec2::254]/', 'public address'],
    ['https://localhost/', 'public address'],
    ['https://LOCALHOST./', 'public address'],
    ['https://a.localhost/', 'public address'],
    [`https://example.com/${'a'.repeat(2_030)}`, 'longer than 2048'],
  ])('%s is refused: %s', (url, words) => expect(urlRefusal(url, false)).toContain(words));
});

describe('in development', () => {
  test.each(['http://127.0.0.1:3000/hooks', 'https://localhost:9000/', 'http://[::1]:80/'])(
    '%s is accepted',
    (url) => expect(urlRefusal(url, true)).toBeNull(),
  );
  test.each(['file:///etc/passwd', 'http://u:p@localhost/', 'localhost:3000'])('%s is refused', (url) =>
    expect(urlRefusal(url, true)).not.toBeNull(),
  );
});

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001:db8::1',
  '4000::1',
  'example.com',
  '',
])('the address %s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

test.each(['8.8.8.8', '1.1.1.1', '41.138.0.1', '2001:4860:4860::8888'])(
  'the address %s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

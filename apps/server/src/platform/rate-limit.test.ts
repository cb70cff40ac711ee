import { expect, test } from 'vitest';
import { networkOf } from './rate-limit.ts';

test('an IPv4 address is its own network, also inside an IPv6 one', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:cb00:7107')).toBe('203.0.113.7');
});

test('an IPv6 address counts as its network of 64 bits', () => {
  const one = networkOf('2001:db8:1:2:aaaa:bbbb:cccc:dddd');
  expect(one).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:0db8:0001:0002::1')).toBe(one);
  expect(networkOf('2001:db8:1:3::1')).not.toBe(one);
  expect(networkOf('fe80::1%eth0')).toBe('fe80::/64');
  expect(networkOf('::1')).toBe('::/64');
});

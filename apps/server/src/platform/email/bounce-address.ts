/**
 * Variable envelope return path: the address to which other servers send the bounce of one email. It has the email's id
 * and a MAC, in lower-case hex because some servers change the case. Local parts have at most 64 characters.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyFor, keysFor } from '../crypto.ts';

const USE = 'return addresses of emails';
const MAC_DIGITS = 20;
const TOKEN = /\+([0-9a-f]{32})([0-9a-f]{20})@/;

const macOf = (key: Buffer, id: string): string =>
  createHmac('sha256', key).update(id).digest('hex').slice(0, MAC_DIGITS);

/** `bounces@example.com` becomes `bounces+<id><mac>@example.com`. */
export function bounceAddressOf(address: string, secretKey: string, id: string): string {
  const digits = id.replaceAll('-', '');
  const at = address.lastIndexOf('@');
  const token = digits + macOf(keyFor(secretKey, USE), digits);
  return `${address.slice(0, at)}+${token}${address.slice(at)}`;
}

/** The email that a bounce is about; undefined if we did not make the address. */
export function idOfBounceAddress(address: string, secretKey: string): string | undefined {
  const [, digits, mac] = TOKEN.exec(address.toLowerCase()) ?? [];
  if (!digits || !mac) return undefined;
  const isOurs = keysFor(secretKey, USE).some((key) =>
    timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(key, digits))),
  );
  if (!isOurs) return undefined;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

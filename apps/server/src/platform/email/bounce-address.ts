/**
 * Addresses of our own that contain an id: the one to which other servers send the bounce of an email (variable
 * envelope return path), and the one to which a person replies to a conversation. A MAC follows the id, in lower-case
 * hex because some servers change the case. Local parts have at most 64 characters.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyFor, keysFor } from '../crypto.ts';

const BOUNCES = 'return addresses of emails';
const REPLIES = 'reply addresses of conversations';
const MAC_DIGITS = 20;
const TOKEN = /\+([0-9a-f]{32})([0-9a-f]{20})@/;

const macOf = (key: Buffer, id: string): string =>
  createHmac('sha256', key).update(id).digest('hex').slice(0, MAC_DIGITS);

function signedAddress(address: string, key: Buffer, id: string): string {
  const digits = id.replaceAll('-', '');
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${digits}${macOf(key, digits)}${address.slice(at)}`;
}

function signedId(address: string, keys: readonly Buffer[]): string | undefined {
  const [, digits, mac] = TOKEN.exec(address.toLowerCase()) ?? [];
  if (!digits || !mac) return undefined;
  const isOurs = keys.some((key) =>
    timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(key, digits))),
  );
  if (!isOurs) return undefined;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** `bounces@example.com` becomes `bounces+<id><mac>@example.com`. */
export const bounceAddressOf = (address: string, secretKey: string, id: string): string =>
  signedAddress(address, keyFor(secretKey, BOUNCES), id);

/** The email that a bounce is about; undefined if the address is not ours. */
export const idOfBounceAddress = (address: string, secretKey: string): string | undefined =>
  signedId(address, keysFor(secretKey, BOUNCES));

export const replyAddressOf = (address: string, secretKey: string, id: string): string =>
  signedAddress(address, keyFor(secretKey, REPLIES), id);

export const idOfReplyAddress = (address: string, secretKey: string): string | undefined =>
  signedId(address, keysFor(secretKey, REPLIES));

/** Which configured connections must be encrypted in production. */
import ipaddr from 'ipaddr.js';

export const isLoopback = (host: string): boolean => {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  if (!ipaddr.isValid(name)) return name === 'localhost' || name === '';
  return ipaddr.process(name).range() === 'loopback';
};

export const HTTPS = 'must be https in production';
export const ALLOW =
  'or name it in ALLOW_PLAINTEXT if the network between is protected in another way';

/** Requires https, except for a service on this machine. */
export const needsHttps = (value: string): string | undefined => {
  const url = new URL(value);
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return undefined;
  return `${HTTPS}, ${ALLOW}`;
};
export const needsDatabaseTls = (value: string): string | undefined => {
  const url = new URL(value);
  const socket = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  if (socket.startsWith('/') || isLoopback(socket)) return undefined;
  // In each of these modes node-postgres verifies the certificate and the host name.
  const verifies = ['verify-full', 'verify-ca', 'require'].includes(
    url.searchParams.get('sslmode') ?? '',
  );
  if (verifies && url.searchParams.get('uselibpqcompat') !== 'true') return undefined;
  return `must have sslmode=verify-full in production, ${ALLOW}`;
};

/** Cells exchange statements about people, and the router forwards passwords. */
export const needsHttpsBetweenCells = (value: string): string | undefined => {
  const urls = value.split(/[\s,]+/).map((entry) => URL.parse(entry.split('=')[1] ?? ''));
  return urls.some((url) => url?.protocol === 'http:' && !isLoopback(url.hostname))
    ? `${HTTPS}, ${ALLOW}`
    : undefined;
};

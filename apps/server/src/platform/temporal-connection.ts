/** Connection options for Temporal: the same for the client and for the worker's native connection. */
import type { WorkerConfig as Config } from './config.ts';

export interface TemporalConnection {
  address: string;
  apiKey?: string;
  tls?: {
    serverNameOverride?: string;
    serverRootCACertificate?: Buffer;
    clientCertPair?: { crt: Buffer; key: Buffer };
  };
}

export function temporalConnection({ address, tls, apiKey }: Config['engine']): TemporalConnection {
  return {
    address,
    ...(apiKey !== undefined && { apiKey }),
    ...(tls && {
      tls: {
        ...(tls.serverName && { serverNameOverride: tls.serverName }),
        ...(tls.ca && { serverRootCACertificate: Buffer.from(tls.ca) }),
        ...(tls.cert &&
          tls.key && {
            clientCertPair: { crt: Buffer.from(tls.cert), key: Buffer.from(tls.key) },
          }),
      },
    }),
  };
}

/**
 * Hashes on a thread of the pool, so that the main thread stays free. For megabytes; `createHash` is faster for less.
 */
export const sha256Of = async (bytes: Buffer): Promise<Buffer> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Buffer<ArrayBuffer>));

/** On a thread of the pool: the main thread does other work meanwhile. For megabytes; less is faster with `createHash`. */
export const sha256Of = async (bytes: Buffer): Promise<Buffer> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Buffer<ArrayBuffer>));

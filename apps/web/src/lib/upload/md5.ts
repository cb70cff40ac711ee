/**
 * MD5 (RFC 1321), which WebCrypto does not provide. The object store compares the digest with each part that arrives,
 * to detect damage in transit. WebAssembly would require a less strict content security policy.
 */
const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;
const SINES = Int32Array.from({ length: 64 }, (_, i) =>
  Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32),
);
/** The word of the block that each step reads. ROTATIONS contains the number of bits by which each step rotates. */
const WORDS = Uint8Array.from({ length: 64 }, (_, i) => {
  const round = i >> 4;
  if (round === 0) return i;
  if (round === 1) return (5 * i + 1) & 15;
  return round === 2 ? (3 * i + 5) & 15 : (7 * i) & 15;
});
const ROTATIONS = Uint8Array.from({ length: 64 }, (_, i) => SHIFTS[i >> 4]![i & 3]!);

function addBlock(state: Int32Array, view: DataView, offset: number, words: Int32Array): void {
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(offset + i * 4, true);
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  for (let i = 0; i < 64; i += 1) {
    let mixed: number;
    if (i < 16) mixed = (b & c) | (~b & d);
    else if (i < 32) mixed = (d & b) | (~d & c);
    else if (i < 48) mixed = b ^ c ^ d;
    else mixed = c ^ (b | ~d);
    const sum = (a + mixed + SINES[i]! + words[WORDS[i]!]!) | 0;
    const by = ROTATIONS[i]!;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << by) | (sum >>> (32 - by)))) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
}

/** The digest in hexadecimal digits. */
export function md5(bytes: Uint8Array): string {
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const words = new Int32Array(16);
  const whole = bytes.length - (bytes.length % 64);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let offset = 0; offset < whole; offset += 64) addBlock(state, view, offset, words);
  const rest = bytes.length - whole;
  const tail = new Uint8Array(rest < 56 ? 64 : 128);
  tail.set(bytes.subarray(whole));
  tail[rest] = 0x80;
  const tailView = new DataView(tail.buffer);
  tailView.setUint32(tail.length - 8, (bytes.length * 8) % 2 ** 32, true);
  tailView.setUint32(tail.length - 4, Math.floor((bytes.length * 8) / 2 ** 32), true);
  for (let offset = 0; offset < tail.length; offset += 64) addBlock(state, tailView, offset, words);
  const digest = new DataView(new ArrayBuffer(16));
  state.forEach((word, index) => digest.setInt32(index * 4, word, true));
  return Array.from({ length: 16 }, (_, i) =>
    digest.getUint8(i).toString(16).padStart(2, '0'),
  ).join('');
}

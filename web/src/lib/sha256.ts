/**
 * SHA-256 of a text (FIPS 180-4).
 *
 * The browser's own is missing on pages that do not come over https, and a server at home is one.
 */

const K: number[] = [];
const START: number[] = [];
for (let n = 2; START.length < 8 || K.length < 64; n += 1) {
  if ([...Array(n).keys()].some((d) => d > 1 && n % d === 0)) continue; // only primes
  if (START.length < 8) START.push(fraction(Math.sqrt(n)));
  if (K.length < 64) K.push(fraction(Math.cbrt(n)));
}

/** The first 32 bits of the fractional part. */
function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) | 0;
}

function right(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

/** The SHA-256 of the UTF-8 of a text, as hexadecimal digits. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  const state = Int32Array.from(START);
  const w = new Int32Array(64);
  const at = (index: number): number => w[index] ?? 0;
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) {
        w[i] = view.getInt32(block + i * 4);
      } else {
        const [a, b] = [at(i - 15), at(i - 2)];
        const s0 = right(a, 7) ^ right(a, 18) ^ (a >>> 3);
        const s1 = right(b, 17) ^ right(b, 19) ^ (b >>> 10);
        w[i] = (at(i - 16) + s0 + at(i - 7) + s1) | 0;
      }
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i += 1) {
      const s1 = right(e, 6) ^ right(e, 11) ^ right(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + at(i)) | 0;
      const s0 = right(a, 2) ^ right(a, 13) ^ right(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = ((state[i] ?? 0) + value) | 0));
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

const DELTA = 0x9e3779b9;
const WORD_BYTES = 4;

/**
 * Decrypts XXTEA (corrected block TEA) in the format of the clients. Words are little-endian; the last word is the
 * length of the text in bytes. The key is cut or zero-padded to 16 bytes.
 * @returns the text; undefined for malformed data, and usually for data that was encrypted with another key
 */
export function xxteaDecrypt(data: Uint8Array, key: string): Uint8Array | undefined {
  if (data.length < 2 * WORD_BYTES || data.length % WORD_BYTES !== 0) return undefined;
  const words = wordsOf(data);
  unmix(words, keyWords(key));
  return withoutLength(words);
}

function unmix(words: Uint32Array, key: Uint32Array): void {
  const last = words.length - 1;
  const rounds = 6 + Math.floor(52 / words.length);
  let sum = Math.imul(rounds, DELTA) >>> 0;
  for (let round = rounds; round > 0; round--) {
    for (let at = last; at >= 0; at--) {
      const before = word(words, at === 0 ? last : at - 1);
      const behind = word(words, at === last ? 0 : at + 1);
      words[at] = word(words, at) - mixed({ before, behind, sum, key, at });
    }
    sum = (sum - DELTA) >>> 0;
  }
}

interface Neighbours {
  readonly before: number;
  readonly behind: number;
  readonly sum: number;
  readonly key: Uint32Array;
  readonly at: number;
}

function mixed({ before, behind, sum, key, at }: Neighbours): number {
  const shifted = ((before >>> 5) ^ (behind << 2)) + ((behind >>> 3) ^ (before << 4));
  return shifted ^ ((sum ^ behind) + (word(key, (at & 3) ^ ((sum >>> 2) & 3)) ^ before));
}

function word(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function keyWords(key: string): Uint32Array {
  const bytes = new Uint8Array(16);
  bytes.set(new TextEncoder().encode(key).subarray(0, bytes.length));
  return wordsOf(bytes);
}

function withoutLength(words: Uint32Array): Uint8Array | undefined {
  const length = word(words, words.length - 1);
  const room = (words.length - 1) * WORD_BYTES;
  if (length > room || length < room - WORD_BYTES + 1) return undefined;
  return bytesOf(words).subarray(0, length);
}

// Uses a DataView, because the format is little-endian on every machine.
function wordsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length / WORD_BYTES }, (_, index) =>
    view.getUint32(index * WORD_BYTES, true),
  );
}

function bytesOf(words: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(words.length * WORD_BYTES));
  words.forEach((value, index) => view.setUint32(index * WORD_BYTES, value, true));
  return new Uint8Array(view.buffer);
}

const DELTA = 0x9e3779b9;

/** Encrypts with XXTEA as the clients do: little-endian words, of which the last is the length of the text in bytes. */
export function xxteaEncrypt(text: Uint8Array, key: string): Uint8Array {
  const words = wordsOf(text, Math.ceil(text.length / 4));
  words.push(text.length);
  const keys = wordsOf(new TextEncoder().encode(key).subarray(0, 16), 4);
  const last = words.length - 1;
  let sum = 0;
  let before = words[last]!;
  for (let round = 6 + Math.floor(52 / words.length); round > 0; round--) {
    sum = (sum + DELTA) >>> 0;
    for (let at = 0; at <= last; at++) {
      const behind = words[at === last ? 0 : at + 1]!;
      const shifted = ((before >>> 5) ^ (behind << 2)) + ((behind >>> 3) ^ (before << 4));
      const keyed = (sum ^ behind) + (keys[(at & 3) ^ ((sum >>> 2) & 3)]! ^ before);
      words[at] = before = (words[at]! + (shifted ^ keyed)) >>> 0;
    }
  }
  const bytes = Buffer.alloc(words.length * 4);
  words.forEach((word, at) => bytes.writeUInt32LE(word, at * 4));
  return bytes;
}

/** Words of a text that is padded with zeros. */
function wordsOf(text: Uint8Array, count: number): number[] {
  const padded = Buffer.alloc(count * 4);
  padded.set(text);
  return Array.from({ length: count }, (_, at) => padded.readUInt32LE(at * 4));
}

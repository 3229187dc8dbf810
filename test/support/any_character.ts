import fc from 'fast-check';

const SURROGATES = 0xd800;
const HOW_MANY = 0x800;

/** Any character of Unicode. The unit `binary` of fast-check does the same by a table of them all, which takes 60 MB. */
export const anyCharacter = fc
  .nat(0x10ffff - HOW_MANY)
  .map((number) => String.fromCodePoint(number < SURROGATES ? number : number + HOW_MANY));

import fc from 'fast-check';

const SURROGATES = 0xd800;
const HOW_MANY = 0x800;

/** Arbitrary for any character of Unicode. The unit `binary` of fast-check needs a table of 60 MB instead. */
export const anyCharacter = fc
  .nat(0x10ffff - HOW_MANY)
  .map((number) => String.fromCodePoint(number < SURROGATES ? number : number + HOW_MANY));

const plain = fc.constantFrom(...Array.from("abcXYZ019-._~!$&'()*+,;=:@"));
const part = fc.string({ unit: fc.oneof(plain, anyCharacter.map(encodeURIComponent)) });

/** Arbitrary for any URL with a query. `webUrl` of fast-check needs tables of 130 MB instead. */
export const anyAddress = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), fc.array(part), part)
  .map(([scheme, host, path, query]) => `${scheme}://${[host, ...path].join('/')}?${query}`);

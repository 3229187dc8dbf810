import fc from 'fast-check';

/** Bytes of a header, below the limit of a whole head. */
const MAX_HEADER = 15_000;
const names = ['If-Match', 'If-None-Match', 'If-Range', 'If-Modified-Since', 'If-Unmodified-Since'] as const;

const revision = fc.oneof(
  fc.nat().map(String),
  fc.constantFrom('0', '00', '-1', '9'.repeat(18), '9'.repeat(19), '1e3', ''),
);
const mark = fc.constantFrom('', '-', '--', ';', ':', '---', '.', '-gzip-', '~');
const coding = fc.constantFrom('', 'gzip', 'br', 'zstd', 'GZIP', 'x', '7', 'form');
const value = fc
  .tuple(revision, fc.constantFrom('.', '', '..'), fc.base64String({ maxLength: 40 }), mark, coding)
  .map((parts) => parts.join(''));

/** A tag, well-formed or nearly so. */
const tag = fc
  .tuple(
    fc.constantFrom('', 'W/', 'w/', 'W/W/', 'W / '),
    fc.constantFrom('"', '', '""', "'"),
    value,
    fc.constantFrom('"', ''),
  )
  .map((parts) => parts.join(''));
const separator = fc.constantFrom(', ', ',', ' , ', '\t,\t', ',,', ' ', ';', '');
const list = fc.tuple(separator, fc.array(tag, { maxLength: 12 })).map(([between, tags]) => tags.join(between));

/** A short text many times over, on which a parser that goes back takes quadratic time. */
const repeated = fc
  .tuple(
    fc.constantFrom('"', '",', ',"', ', ', '\t', 'W/', 'W/"', '-', '--', '-a', '-gzip', ';', '"1.a-', '*', ' *'),
    list,
  )
  .map(([part, end]) => part.repeat(MAX_HEADER / part.length) + end);

/** One long tag of repeated codings, whose end is none. */
const longTag = fc
  .constantFrom('-a', '-gzip', '--a', ';a', ':b9')
  .map((part) => `"${part.repeat((MAX_HEADER - 10) / part.length)}."`);

/** Names and values of conditional headers: tags as proxies and careless clients write them, and texts to stall a parser. */
export const conditionalHeaders = fc
  .tuple(
    fc.constantFrom(...names),
    fc.oneof({ weight: 12, arbitrary: list }, { weight: 3, arbitrary: repeated }, { weight: 1, arbitrary: longTag }),
  )
  .map(([name, text]) => ({ name, value: text.trim().slice(0, MAX_HEADER) }));

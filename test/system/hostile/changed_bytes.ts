import fc from 'fast-check';

/** Changes the bytes of a file. */
export type Change = (bytes: Buffer) => Buffer;

const position = fc.double({ min: 0, max: 1, noNaN: true });
const at = (bytes: Buffer, share: number) => Math.floor(share * (bytes.length - 1));
const insert = (bytes: Buffer, share: number, added: Buffer) =>
  Buffer.concat([bytes.subarray(0, at(bytes, share)), added, bytes.subarray(at(bytes, share))]);

const changed = fc.tuple(position, fc.nat(255)).map(([share, value]): Change => (bytes) => {
  const copy = Buffer.from(bytes);
  copy[at(bytes, share)] = value;
  return copy;
});
const cut = position.map(
  (share): Change =>
    (bytes) =>
      bytes.subarray(0, at(bytes, share)),
);
const added = fc
  .tuple(
    position,
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.nat(200_000).map((count) => Buffer.alloc(count, 0xff)),
    ),
  )
  .map(
    ([share, more]): Change =>
      (bytes) =>
        insert(bytes, share, Buffer.from(more)),
  );

/** A change of any file: another byte, missing bytes, more bytes. */
export const changeOfBytes = fc.oneof(changed, cut, added);

/** None to three changes, one after the other. */
export const changesOfBytes = fc.array(changeOfBytes, { maxLength: 3 }).map(
  (list): Change =>
    (bytes) =>
      list.reduce((before, change) => change(before), bytes),
);

import fc from 'fast-check';
import {
  emptyExif,
  endlessExif,
  picture,
  resized,
  resizedPng,
  withFalseFrame,
  withSegments,
} from '../../core/accounts/hostile_pictures.ts';
import type { HostileSource } from './source.ts';

const MAX_BYTES = 1_000_000;
/** Sends each kind of picture as another one, too: the content decides. */
const types = ['image/png', 'image/jpeg'];
type Change = (bytes: Buffer) => Buffer;

const position = fc.double({ min: 0, max: 1, noNaN: true });
const at = (bytes: Buffer, share: number) => Math.floor(share * (bytes.length - 1));
const insert = (bytes: Buffer, share: number, added: Buffer) =>
  Buffer.concat([bytes.subarray(0, at(bytes, share)), added, bytes.subarray(at(bytes, share))]);

function withSize(bytes: Buffer, width: number, height: number): Buffer {
  const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'));
  if (bytes[0] === 0x89 && bytes.length > 24) return resizedPng(bytes, width, height);
  return frame !== -1 && frame + 9 < bytes.length ? resized(bytes, width, height) : bytes;
}

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(position, fc.nat(255)).map(([share, value]): Change => (bytes) => {
    const changed = Buffer.from(bytes);
    changed[at(bytes, share)] = value;
    return changed;
  }),
  position.map(
    (share): Change =>
      (bytes) =>
        bytes.subarray(0, at(bytes, share)),
  ),
  fc.tuple(position, fc.uint8Array({ maxLength: 40 })).map(
    ([share, added]): Change =>
      (bytes) =>
        insert(bytes, share, Buffer.from(added)),
  ),
  fc.tuple(position, fc.nat(200_000)).map(
    ([share, count]): Change =>
      (bytes) =>
        insert(bytes, share, Buffer.alloc(count, 0xff)),
  ),
  fc.integer({ min: 1, max: 40_000 }).map(
    (count): Change =>
      (bytes) =>
        withSegments(
          bytes,
          Array.from({ length: count }, () => emptyExif),
        ),
  ),
  fc.tuple(fc.nat(65_535), fc.nat(65_535)).map(
    ([width, height]): Change =>
      (bytes) =>
        withSize(bytes, width, height),
  ),
  fc.constant<Change>(withFalseFrame),
);
/** Seldom, because each takes the child process up to its limit of CPU time. */
const endless = fc.constant<Change>((bytes) => withSegments(bytes, [endlessExif()]));
const anyChanges = fc.array(fc.oneof({ weight: 40, arbitrary: changes }, { weight: 1, arbitrary: endless }), {
  maxLength: 3,
});

let bases: Promise<Buffer[]> | undefined;
const pictures = () =>
  (bases ??= Promise.all([
    picture('png', 300, 200),
    picture('jpeg', 300, 200),
    picture('jpeg', 4_000, 4_000),
    picture('png', 4_000, 4_000),
    picture('webp'),
    picture('gif'),
  ]));

/** Portraits: real pictures with changed, missing and added bytes. */
export const hostilePictures: HostileSource = {
  name: 'pictures',
  statuses: [200, 422, 503],
  requests: async (seed) => {
    const real = await pictures();
    const generated = fc.tuple(fc.constantFrom(...real), anyChanges, fc.constantFrom(...types));
    return fc.sample(generated, { seed, numRuns: 8 }).map(([base, list, type]) => ({
      method: 'PATCH',
      path: '/api/me/avatar',
      headers: { 'Content-Type': type },
      body: list.reduce((bytes, change) => change(bytes), base).subarray(0, MAX_BYTES),
      caller: 'student',
    }));
  },
};

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import sharp from 'sharp';
import {
  emptyExif,
  endlessExif,
  picture,
  resized,
  resizedPng,
  withFalseFrame,
  withSegments,
} from '../../core/accounts/hostile_pictures.ts';
import { changeOfBytes, type Change } from './changed_bytes.ts';
import type { HostileSource } from './source.ts';

const screenshot = fileURLToPath(new URL('../../../docs/images/console_home.png', import.meta.url));
const MAX_BYTES = 1_000_000;
/** Sends each kind of picture as another one, too: the content decides. */
const types = ['image/png', 'image/jpeg'];

function withSize(bytes: Buffer, width: number, height: number): Buffer {
  const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'));
  if (bytes[0] === 0x89 && bytes.length > 24) return resizedPng(bytes, width, height);
  return frame !== -1 && frame + 9 < bytes.length ? resized(bytes, width, height) : bytes;
}

const changes: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: changeOfBytes },
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
    readFile(screenshot),
    sharp(screenshot)
      .withExif({ IFD0: { Artist: 'A' } })
      .jpeg()
      .toBuffer(),
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

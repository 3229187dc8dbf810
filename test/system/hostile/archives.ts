import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { manifest, type Files } from '../../support/installation.ts';
import { changesOfBytes } from './changed_bytes.ts';
import type { HostileSource } from './source.ts';

const MAX_BYTES = 1_000_000;

/** A plugin that receives archives. The platform itself takes none by HTTP. */
export const archiveInbox: Files = {
  'plugins/inbox/module.json': manifest('inbox'),
  'plugins/inbox/resources/archives.mjs': `
    import { defineResource, input, raw } from 'lectern';
    const archive = input.file({ types: ['application/zip'], maxBytes: ${MAX_BYTES} });
    export default defineResource('/plugins/inbox/archives', {
      add: { accepts: { archive }, returns: [raw], run: (services, { input }) => ({ size: input.archive.bytes.length }) },
    });`,
};

/** A ZIP archive with one deflated file. */
function zip(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), fields, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end]);
}

/** Archives that unpack to a few bytes, and to a hundred million. */
const archives = () => {
  const large = Buffer.alloc(100_000_000);
  return [
    ...[zip('a.txt', Buffer.from('a')), zip('../../a', Buffer.alloc(100_000)), zip('a', large)],
    ...[gzipSync('{"body":"a"}'), gzipSync(large), gzipSync(gzipSync(large))],
  ];
};
let made: readonly Buffer[] | undefined;

const form = (content: Buffer) =>
  Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="archive"; filename="../a.zip"\r\n\r\n'),
    content,
    Buffer.from('\r\n--b--\r\n'),
  ]);
const multipart = { 'Content-Type': 'multipart/form-data; boundary=b' };
const compressed = (coding: string) => ({ 'Content-Type': 'application/json', 'Content-Encoding': coding });

const targets = [
  { caller: 'student', method: 'POST', path: '/api/plugins/inbox/archives', headers: multipart, form },
  { caller: 'student', method: 'PATCH', path: '/api/me/avatar', headers: multipart, form },
  { caller: 'student', method: 'PATCH', path: '/api/me/avatar', headers: { 'Content-Type': 'image/png' } },
  { caller: 'manager', method: 'PATCH', path: '/api/articles/1', headers: compressed('gzip') },
  { caller: 'anonymous', method: 'POST', path: '/api/user/login', headers: compressed('deflate, gzip') },
] as const;

/** Archives in forms and as bodies with a content coding, whole and changed. */
export const hostileArchives: HostileSource = {
  name: 'archive',
  statuses: [200, 400, 401, 413, 415, 422, 429, 503],
  requests: (seed) => {
    made ??= archives();
    const request = fc.tuple(fc.constantFrom(...targets), fc.constantFrom(...made), changesOfBytes);
    return Promise.resolve(
      fc.sample(request, { seed, numRuns: 8 }).map(([{ ...target }, archive, change]) => {
        const { caller, method, path, headers } = target;
        const bytes = change(archive).subarray(0, MAX_BYTES);
        return { caller, method, path, headers, body: 'form' in target ? target.form(bytes) : bytes };
      }),
    );
  },
};

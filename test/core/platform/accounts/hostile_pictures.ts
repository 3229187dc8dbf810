import sharp from 'sharp';

const MAX_SEGMENT = 65_533;

/** A real picture of one colour. */
export function picture(format: 'png' | 'jpeg' | 'webp' | 'gif', width = 64, height = 48): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#d04020' } })
    .toFormat(format)
    .toBuffer();
}

/** A segment of a JPEG. @param marker second byte of the marker, such as 0xe1 for Exif */
export function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Adds segments after the start of a JPEG. */
export function withSegments(jpeg: Buffer, segments: readonly Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Exif whose directory announces 65,535 entries and has none. */
export const emptyExif = segment(0xe1, Buffer.from('45786966000049492a0008000000ffff', 'hex'));

/** Exif whose entries are directories that start at the first directory again: libexif follows them for seconds. */
export function endlessExif(): Buffer {
  const entries = Math.floor((MAX_SEGMENT - 16) / 12);
  const content = Buffer.alloc(16 + entries * 12);
  content.write('Exif\0\0II*\0\x08\0\0\0', 'latin1');
  content.writeUInt16LE(entries, 14);
  for (let at = 16; at < content.length; at += 12) {
    // Tag of an Exif directory, one 32-bit number: offset 8.
    content.writeUInt16LE(0x87_69, at);
    content.writeUInt16LE(4, at + 2);
    content.writeUInt32LE(1, at + 4);
    content.writeUInt32LE(8, at + 8);
  }
  return segment(0xe1, content);
}

/** A JPEG with another size in its frame. */
export function resized(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf(Buffer.from('ffc0', 'hex'));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

/** A JPEG with a fill byte before its comment, which has a false frame of 64 x 64 pixels. */
export function withFalseFrame(jpeg: Buffer): Buffer {
  const comment = segment(0xfe, Buffer.from('ffc0000b080040004001', 'hex'));
  return withSegments(jpeg, [Buffer.from([0xff]), comment]);
}

/** A PNG whose header states another size. */
export function resizedPng(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  return changed;
}

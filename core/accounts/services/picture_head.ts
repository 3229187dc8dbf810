/** Type, size and rotation of a picture, read from its first bytes. */
export interface PictureHead {
  readonly type: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** Clockwise rotation in degrees that viewers must apply; cameras store the rotation in the picture. */
  readonly degrees: number;
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');
const EXIF = Buffer.from('457869660000', 'hex');
const ORIENTATION = 0x01_12;
const ENTRY_BYTES = 12;
const degreesOf: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 };

/** Reads the header of a PNG or JPEG. Returns undefined for other contents, regardless of file name and media type. */
export function pictureHead(bytes: Buffer): PictureHead | undefined {
  try {
    if (bytes.subarray(0, PNG.length).equals(PNG)) return pngHead(bytes);
    return bytes.subarray(0, JPEG.length).equals(JPEG) ? jpegHead(bytes) : undefined;
  } catch (error) {
    // The file is shorter than its header.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function pngHead(bytes: Buffer): PictureHead {
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), degrees: 0 };
}

/** Reads the segments of a JPEG file up to the frame, which contains the size. */
function jpegHead(bytes: Buffer): PictureHead | undefined {
  let degrees = 0;
  for (let at = 2; bytes.readUInt8(at) === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt8(at + 1);
    if (isFrame(marker)) {
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), degrees };
    }
    const segment = bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2));
    if (marker === 0xe1 && segment.subarray(0, EXIF.length).equals(EXIF)) {
      degrees = degreesOf[orientationIn(segment.subarray(EXIF.length))] ?? 0;
    }
  }
  return undefined;
}

/** Whether a marker starts a frame: C0 to CF, except C4 and CC, which start tables, and C8, which is reserved. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Returns the orientation in a TIFF directory; 1 (upright) when the orientation is missing or damaged. */
function orientationIn(tiff: Buffer): number {
  try {
    const isLittle = tiff.toString('latin1', 0, 2) === 'II';
    const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    const entries = Array.from({ length: short(directory) }, (_, index) => directory + 2 + index * ENTRY_BYTES);
    const entry = entries.find((at) => short(at) === ORIENTATION);
    return entry === undefined ? 1 : short(entry + 8);
  } catch (error) {
    if (error instanceof RangeError) return 1;
    throw error;
  }
}

import { expect } from 'chai';
import { describe, it } from 'mocha';
import { pictureHead } from '../../../../core/accounts/services/picture_head.ts';

/** A JPEG up to its frame: 30 pixels wide, 20 high. */
function jpeg(...segments: readonly string[]): Buffer {
  return Buffer.from(`ffd8${segments.join('')}ffc0000b080014001e01`, 'hex');
}

/** An Exif segment with an orientation, in the byte order II or MM. */
function exif(order: 'II' | 'MM', orientation: number): string {
  const isLittle = order === 'II';
  const short = (value: number) => {
    const hex = value.toString(16).padStart(4, '0');
    return isLittle ? hex.slice(2) + hex.slice(0, 2) : hex;
  };
  const long = (value: number) => (isLittle ? short(value) + '0000' : '0000' + short(value));
  const entry = short(0x0112) + short(3) + long(1) + short(orientation) + '0000';
  const tiff = Buffer.from(order).toString('hex') + short(42) + long(8) + short(1) + entry;
  const body = '457869660000' + tiff;
  return `ffe1${(body.length / 2 + 2).toString(16).padStart(4, '0')}${body}`;
}

describe('pictureHead', () => {
  it('reads size and orientation of a JPEG', () => {
    const size = { type: 'image/jpeg', width: 30, height: 20 };
    expect(pictureHead(jpeg())).to.deep.equal({ ...size, degrees: 0 });
    expect(pictureHead(jpeg('ffe00004abcd', exif('II', 6)))).to.deep.equal({ ...size, degrees: 90 });
    expect(pictureHead(jpeg(exif('MM', 3)))).to.deep.equal({ ...size, degrees: 180 });
    expect(pictureHead(jpeg(exif('MM', 99)))).to.deep.equal({ ...size, degrees: 0 });
  });

  it('does not throw on cut files, and returns undefined for other files', () => {
    const whole = jpeg(exif('II', 6));
    for (let length = 0; length < whole.length - 1; length++) {
      expect(() => pictureHead(whole.subarray(0, length)), String(length)).not.to.throw();
    }
    expect(pictureHead(Buffer.from('ffd8ffe10000ffc0', 'hex'))).to.equal(undefined);
    expect(pictureHead(Buffer.from('GIF89a'))).to.equal(undefined);
  });
});

import { isUtf8 } from 'node:buffer';

const at = (text: string, offset = 0) => {
  const expected = Buffer.from(text, 'latin1');
  return (bytes: Buffer) => bytes.subarray(offset, offset + expected.length).equals(expected);
};

/** Tests of the content by media type; the first match counts. SVG and HTML may contain scripts: both are `text/plain`. */
const contents = {
  'image/png': at('\x89PNG\r\n\x1a\n'),
  'image/jpeg': at('\xff\xd8\xff'),
  'image/gif': at('GIF8'),
  'image/webp': (bytes: Buffer) => at('RIFF')(bytes) && at('WEBP', 8)(bytes),
  'application/pdf': at('%PDF-'),
  'application/zip': at('PK\x03\x04'),
  'application/gzip': at('\x1f\x8b'),
  'audio/mpeg': (bytes: Buffer) => at('ID3')(bytes) || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2),
  'video/mp4': at('ftyp', 4),
  'text/plain': (bytes: Buffer) => isUtf8(bytes) && !bytes.includes(0),
} as const satisfies Record<string, (bytes: Buffer) => boolean>;

/** Media types that uploads can be restricted to. */
export type FileType = keyof typeof contents;

/** Requirements of an uploaded file. */
export interface FileTerms {
  /** Accepted media types. The content of the file decides; its name and its declared type are ignored. */
  readonly types: readonly FileType[];
  readonly maxBytes: number;
}

/** A file of a multipart form: `name`, never to be used as a path, `type`, found by the content, and `bytes`, a `Buffer`. */
export class UploadedFile {
  /** Name that the client gave, without folders and control characters, cut to 255 characters. Never use it as a path. */
  readonly name: string;

  constructor(
    name: string,
    readonly bytes: Buffer,
  ) {
    // oxlint-disable-next-line no-control-regex -- control characters are removed
    this.name = name.replaceAll(/^.*[/\\]|[\u0000-\u001f\u007f]/g, '').slice(0, 255);
  }

  /** Media type by content; undefined for an unknown one. */
  get type(): FileType | undefined {
    return (Object.keys(contents) as FileType[]).find((type) => contents[type](this.bytes));
  }
}

/** A file that an operation receives: its `name`, its `bytes`, and one of the types that its field accepts. */
export type AcceptedFile<T extends FileType> = UploadedFile & { readonly type: T };

/** Whether a value is a file that meets the requirements. */
export function isFile({ types, maxBytes }: FileTerms, value: unknown): boolean {
  return value instanceof UploadedFile && value.bytes.length <= maxBytes && types.some((type) => type === value.type);
}

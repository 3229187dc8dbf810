/** Content of a file in a generated form. */
export class FileContent {
  readonly bytes: Buffer;

  /** @param text content in latin-1 */
  constructor(text: string) {
    this.bytes = Buffer.from(text, 'latin1');
  }
}

/** Files that begin like those of the types that `input.file` accepts, and one without content. */
export const fileContents: readonly FileContent[] = [
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'GIF89a',
  'RIFF\0\0\0\0WEBP',
  '%PDF-1.7',
  'PK\x03\x04',
  'ID3',
  '\0\0\0\x18ftypmp42',
  'title,pages\nFaust,465\n',
  '',
].map((text) => new FileContent(text));

/** Start of a file of each media type, one character for each byte. */
const contents: Readonly<Record<string, string>> = {
  'image/png': '\x89PNG\r\n\x1a\n',
  'image/jpeg': '\xff\xd8\xff\xe0',
  'image/gif': 'GIF89a',
  'image/webp': 'RIFF\0\0\0\0WEBP',
  'application/pdf': '%PDF-1.7',
  'application/zip': 'PK\x03\x04',
  'audio/mpeg': 'ID3',
  'video/mp4': '\0\0\0\x18ftypmp42',
  'text/plain': 'title,pages\nFaust,465\n',
};

/** One file for each of the comma-separated media types, by default for all of `contents`; empty for other types. */
export function fileContents(contentType = Object.keys(contents).join(', ')): Blob[] {
  return contentType.split(', ').map((type) => new Blob([Buffer.from(contents[type] ?? '', 'latin1')], { type }));
}

import { Busboy } from '@fastify/busboy';
import { standardFailures } from '../../declare/standard_failures.ts';
import { UploadedFile } from '../../base/uploaded_file.ts';
import { addField } from './query_string.ts';
import { utf8TextOf } from './body_text.ts';

// RFC 2046, section 5.1.1. A boundary with characters that a token must not contain is quoted.
const boundaryParameter =
  /;\s*boundary=(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w!#$%&'*+.^`|~:/=?@-]{1,70}))\s*(?:;|$)/i;

/** Each part costs a stream, and each character of its head a step: most of the time of a form without files. */
const MAX_PARTS = 100;
const MAX_HEAD_BYTES = 16_384;

/** Maximum number of parts of a multipart form, above 100 as 100, and of files among them. */
interface PartLimits {
  readonly fieldLimit?: number;
  readonly files?: number;
}

/**
 * Parses the fields and files of a multipart form. Counts the parts and the bytes of their heads before parsing.
 * @throws badRequest for a form that is malformed or not UTF-8, has more parts or files than the limits, or heads of more
 * than 16 KB together
 */
export function parseMultipart(
  bytes: Buffer,
  header: string,
  { fieldLimit = MAX_PARTS, files = 0 }: PartLimits,
): Promise<Record<string, unknown>> {
  if (files === 0) utf8TextOf(bytes);
  const [, quoted, token] = boundaryParameter.exec(header) ?? [];
  const boundary = quoted ?? token;
  if (boundary === undefined) throw refusal('The Content-Type names no valid boundary; let the HTTP client set it.');
  refuseManyParts(bytes, boundary, Math.min(fieldLimit, MAX_PARTS));
  return fieldsIn(bytes, boundary, files);
}

/** Files of a multipart form. @throws badRequest as `parseMultipart` */
export async function filesIn(bytes: Buffer, header: string, files: number): Promise<readonly UploadedFile[]> {
  const fields = await parseMultipart(bytes, header, { files });
  return Object.values(fields)
    .flat()
    .filter((value) => value instanceof UploadedFile);
}

function refuseManyParts(bytes: Buffer, boundary: string, limit: number): void {
  const delimiter = Buffer.from(`--${boundary}`);
  let parts = 0;
  let headBytes = 0;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    // The last delimiter starts no part.
    if (++parts > limit + 1) throw refusal(`The form has over ${limit} fields and files.`);
    const head = bytes.subarray(at, at + MAX_HEAD_BYTES).indexOf('\r\n\r\n');
    headBytes += head === -1 ? Math.min(bytes.length - at, MAX_HEAD_BYTES) : head;
    if (headBytes > MAX_HEAD_BYTES + parts * delimiter.length)
      throw refusal(`The heads of the parts have over ${MAX_HEAD_BYTES} bytes together; shorten the names.`);
  }
}

function fieldsIn(bytes: Buffer, boundary: string, files: number): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const refuse = (message: string) => () => reject(refusal(message));
    const fields = Object.create(null) as Record<string, unknown>;
    // Uses the boundary that was counted: Busboy could find another boundary in the original header.
    const parser = new Busboy({
      headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
      limits: { files, fieldSize: bytes.length },
    });
    parser.on('field', (name: string | undefined, value) => {
      // For a form without files, `parseMultipart` has checked that the whole body is UTF-8.
      if (files > 0 && value.includes('\ufffd')) refuse('The form has text that is not valid UTF-8.')();
      if (name !== undefined) addField(fields, name, value);
    });
    parser.on('file', (name: string | undefined, stream, fileName: string | undefined) => {
      const chunks: Buffer[] = [];
      // The error of a file that the body cuts off would end the process.
      stream.on('error', refuse('The multipart body is malformed.'));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const content = Buffer.concat(chunks);
        // Browsers send an empty part for a file field that the user has left empty.
        if (name !== undefined && (fileName || content.length > 0))
          addField(fields, name, new UploadedFile(fileName ?? '', content));
      });
    });
    const most = files === 0 ? 'fields only, no files' : `at most ${files} file${files === 1 ? '' : 's'}`;
    parser.on('filesLimit', refuse(`This form takes ${most}.`));
    parser.on('error', refuse('The multipart body is malformed.'));
    parser.on('finish', () => resolve(fields));
    parser.end(bytes);
  });
}

function refusal(message: string) {
  return standardFailures.badRequest({ message });
}

import { standardFailures, type Call } from 'lectern';

/**
 * Returns the file of an upload: the only file of a `multipart/form-data` body, or the whole body of another media type.
 * @throws standardFailures.badRequest for a malformed form
 * @throws standardFailures.invalidParameter for a form without a file
 */
export async function uploadedFile(bytes: Buffer, request: Call['request']): Promise<Buffer> {
  if (!/^multipart\/form-data\b/i.test(request.header('content-type') ?? '')) return bytes;
  const [file] = await request.files(bytes, 1);
  if (file) return file.bytes;
  const details = [{ field: 'avatar', message: 'must be a file' }];
  throw standardFailures.invalidParameter({ message: 'The form has no file; add the picture as a file.', details });
}

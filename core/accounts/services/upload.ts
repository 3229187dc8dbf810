import { standardFailures } from 'lectern';

/**
 * Returns the file of an upload: the first file of a `multipart/form-data` body, or the whole body of another media
 * type.
 * @throws standardFailures.badRequest for a malformed form
 * @throws standardFailures.invalidParameter for a form without a file
 */
export async function uploadedFile(bytes: Buffer, type = ''): Promise<Buffer> {
  if (!/^multipart\/form-data\b/i.test(type)) return bytes;
  const form = await formOf(bytes, type);
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (file) return Buffer.from(await file.arrayBuffer());
  const details = [{ field: 'avatar', message: 'must be a file' }];
  throw standardFailures.invalidParameter({ message: 'The form has no file; add the picture as a file.', details });
}

async function formOf(bytes: Buffer, type: string): Promise<FormData> {
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the body is limited, and in memory already
    return await new Response(bytes, { headers: { 'Content-Type': type } }).formData();
  } catch {
    throw standardFailures.badRequest({
      message: 'The multipart body is malformed; check its boundaries and the header Content-Type.',
    });
  }
}

import { standardFailures, type Mount, type MountedRequest, use } from 'lectern';
import { ADDRESS } from './files.ts';

type Response = Parameters<Mount['handle']>[1];
type Next = Parameters<Mount['handle']>[2];

const YEAR = 31_536_000;

/** Serves uploaded files at random names, without authentication. Every file is sent as a PNG. */
export class FilePages implements Mount {
  readonly address = ADDRESS;
  readonly open = true;
  readonly #files = use('files');

  async handle(request: MountedRequest, response: Response, next: Next): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next(standardFailures.methodNotAllowed({ headers: { Allow: 'GET, HEAD, OPTIONS' } }));
      return;
    }
    const bytes = await this.#files.read(request.path.slice(1));
    if (!bytes) {
      next(standardFailures.noSuchObject());
      return;
    }
    response.set({
      'Content-Type': 'image/png',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      // Pages of other origins may show the files, such as portraits.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': `public, max-age=${YEAR}, immutable`,
    });
    response.end(bytes);
  }
}

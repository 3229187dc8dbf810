import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { codingOf, type Coding } from './content_coding.ts';

/** Media type of a stored answer, and who may cache it. */
export interface StoredTerms {
  readonly type: string;
  readonly caching: string;
}

/** Caching of answers that change with the installation: clients revalidate them with their ETag. */
export const REVALIDATED = 'no-cache';

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const compressions = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, QUALITY),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} satisfies Record<Coding, (bytes: Buffer) => Promise<Buffer>>;

/**
 * An answer kept as bytes, with an ETag, and compressed once for each content coding. Only for public content: nothing
 * of a request may be in it.
 */
export class StoredAnswer {
  readonly #digest: string;
  readonly #compressed = new Map<Coding, Promise<Buffer>>();

  constructor(
    private readonly bytes: Buffer,
    private readonly terms: StoredTerms,
  ) {
    this.#digest = hash('sha1', bytes, 'base64url');
  }

  /** Sends the bytes in the coding that the client accepts, or 304 when it has them. */
  async send(request: Request, response: Response): Promise<void> {
    const coding = codingOf(request.headers['accept-encoding']);
    response.vary('Accept-Encoding').type(this.terms.type).set('Cache-Control', this.terms.caching);
    // Each coding has an ETag of its own: the bytes differ.
    response.set('ETag', `"${this.#digest}${coding === undefined ? '' : `-${coding}`}"`);
    if (coding !== undefined) response.set('Content-Encoding', coding);
    response.send(coding === undefined ? this.bytes : await this.#in(coding));
  }

  #in(coding: Coding): Promise<Buffer> {
    const known = this.#compressed.get(coding) ?? compressions[coding](this.bytes);
    this.#compressed.set(coding, known);
    return known;
  }
}

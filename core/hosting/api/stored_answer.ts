import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { knownTag } from '../../kernel/http/entity_tag.ts';
import { codingOf, compress, type Coding } from './content_coding.ts';
import type { PageRouter } from './page_router.ts';

/** Default of `Cache-Control`: clients revalidate an answer by its ETag, because a new version may change the answer. */
const REVALIDATED = 'no-cache';

const QUALITY = 9;

/**
 * An answer kept as bytes, with an ETag, and compressed once for each content coding. For public content that is the
 * same for all requests.
 */
export class StoredAnswer {
  readonly #bytes: Buffer;
  readonly #digest: string;
  readonly #compressed = new Map<Coding, Promise<Buffer>>();

  /** @param type media type, or the ending of a file @param caching value of `Cache-Control` */
  constructor(
    content: string | Buffer,
    private readonly type: string,
    private readonly caching = REVALIDATED,
  ) {
    this.#bytes = Buffer.from(content);
    this.#digest = hash('sha1', this.#bytes, 'base64url');
  }

  /** Sends the bytes in the coding that the client accepts, or 304 when the client has these bytes. */
  async send(request: Request, response: Response): Promise<void> {
    const coding = codingOf(request.headers['accept-encoding']);
    response.vary('Accept-Encoding').type(this.type).set('Cache-Control', this.caching);
    // Each coding has an ETag of its own: the bytes differ.
    const tag = `"${this.#digest}${coding === undefined ? '' : `-${coding}`}"`;
    const known = knownTag(request.headers['if-none-match'], tag);
    response.set('ETag', known ?? tag);
    if (known !== undefined) {
      response.status(304).end();
      return;
    }
    if (coding !== undefined) response.set('Content-Encoding', coding);
    response.send(coding === undefined ? this.#bytes : await this.#in(coding));
  }

  #in(coding: Coding): Promise<Buffer> {
    const known = this.#compressed.get(coding) ?? compress(this.#bytes, coding, QUALITY);
    this.#compressed.set(coding, known);
    return known;
  }
}

/** Serves an answer that `make` creates at the first request. */
export function serveStored(router: PageRouter, address: string, make: () => StoredAnswer): void {
  let answer: StoredAnswer | undefined;
  router.get(address, (request, response) => (answer ??= make()).send(request, response));
}

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { RequestHandler, Router } from 'express';
import helmet from 'helmet';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import type { Pages } from '../../kernel/declare/mount.ts';
import { StoredAnswer } from '../api/stored_answer.ts';

const INDEX = 'index.html';

// A page loads files of this installation only; neither code nor styles stand in its markup.
const security = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

/** Serves the pages of modules. All paths below a page that name no file get the page, which shows what they name. */
export function mountModulePages(router: Router, pages: readonly Pages[]): void {
  for (const { address, folder } of pages) {
    const handler = handlerOf(new BuiltFiles(folder), address);
    router.get([address, `${address}/`, `${address}/*path`], security, handler);
  }
}

function handlerOf(files: BuiltFiles, address: string): RequestHandler {
  return async (request, response) => {
    const name = request.path.slice(address.length + 1);
    await files.answer(extname(name) === '' ? INDEX : name).send(request, response);
  };
}

/** The files of a folder, read at the first request. */
class BuiltFiles {
  #answers: ReadonlyMap<string, StoredAnswer> | undefined;

  constructor(private readonly folder: string) {}

  /** @throws noSuchApi for an unknown file, unavailable when the folder is missing */
  answer(name: string): StoredAnswer {
    const answer = (this.#answers ??= this.#read()).get(name);
    if (answer) return answer;
    throw standardFailures.noSuchApi();
  }

  #read(): ReadonlyMap<string, StoredAnswer> {
    try {
      const names = readdirSync(this.folder);
      return new Map(
        names.map((name) => [name, new StoredAnswer(readFileSync(join(this.folder, name)), extname(name))]),
      );
    } catch {
      const message = 'The files of this page are not built. Build them with: npm run build';
      throw standardFailures.unavailable({ message });
    }
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { RequestHandler } from 'express';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import { completeHtml } from '../../kernel/base/value_writers.ts';
import type { FailedPlugin } from '../../kernel/modules/failed_plugins.ts';
import type { PageRouter } from '../api/page_router.ts';
import { StoredAnswer } from '../api/stored_answer.ts';
import { INDEX, type PageRecord } from './page_records.ts';

/** Serves the pages of modules. A path without a file extension gets `index.html`, whose script reads the path. */
export function mountModulePages(router: PageRouter, pages: readonly PageRecord[], publicPath: string): void {
  for (const page of pages) router.get(pathsOf(page.address), handlerOf(new BuiltFiles(page, publicPath), page.policy));
}

/** Answers 503 at the pages of failed plugins. Mounted last, because addresses found in source texts may be wrong. */
export function mountFailedPages(router: PageRouter, failed: readonly FailedPlugin[]): void {
  for (const { module, pages } of failed) {
    for (const address of pages) {
      router.get(pathsOf(address), () => {
        throw standardFailures.unavailable({ message: `The plugin "${module}" is out of service; /readyz says why.` });
      });
    }
  }
}

function pathsOf(address: string): string[] {
  return [address, `${address}/`, `${address}/*path`];
}

function handlerOf(files: BuiltFiles, policy: string): RequestHandler {
  return async (request, response) => {
    response.setHeader('Content-Security-Policy', policy);
    const name = [request.params['path'] ?? []].flat().join('/');
    await files.answer(extname(name) === '' ? INDEX : name).send(request, response);
  };
}

/** The files of a folder, read at the first request. */
class BuiltFiles {
  #answers: ReadonlyMap<string, StoredAnswer> | undefined;

  constructor(
    private readonly page: PageRecord,
    private readonly publicPath: string,
  ) {}

  /** @throws noSuchApi for an unknown file, unavailable when the folder cannot be read */
  answer(name: string): StoredAnswer {
    const answer = (this.#answers ??= this.#read()).get(name);
    if (answer) return answer;
    throw standardFailures.noSuchApi();
  }

  #read(): ReadonlyMap<string, StoredAnswer> {
    try {
      return new Map(this.#files().map((file) => [this.#nameOf(file), this.#answerOf(file)]));
    } catch {
      const { file } = this.page;
      const fix = file.startsWith('core/')
        ? 'Build them with: npm run build'
        : `Put them into its folder, or correct "folder" in ${file}.`;
      const message = `The files of this page are missing. ${fix}`;
      throw standardFailures.unavailable({ message });
    }
  }

  #answerOf(file: string): StoredAnswer {
    const bytes = readFileSync(file);
    const isHtml = extname(file) === '.html' && this.publicPath !== '';
    return new StoredAnswer(isHtml ? completeHtml(bytes.toString(), this.publicPath) : bytes, extname(file));
  }

  /** Paths of the regular files: links may lead out of the folder. */
  #files(): string[] {
    const entries = readdirSync(this.page.folder, { recursive: true, withFileTypes: true });
    return entries.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  }

  #nameOf(file: string): string {
    return relative(this.page.folder, file).split(sep).join('/');
  }
}

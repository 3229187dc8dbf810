import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { rowsBelow, textOf } from './support/documents.ts';
import { projectRoot } from './support/platform.ts';

const page = 'docs/internals.md';
/** Methods with an underscore that the documentation of Node has: those of streams. */
const ofStreams = /^_(read|write|writev|final|destroy|transform|flush|construct)$/;
const property = /(?:\.|\breadonly )(_+[a-z]\w*)/gi;
/** A file inside of a package, by the name of the package and the path. */
const deepImport = /(?:from |import\(|require\(|resolve\()'((?:@[\w-]+\/)?(?!\.)[\w.-]+)\/([^']+)'/g;
/** Files inside of packages without a list of exports that their documentation names. */
const documented = new Set(['ajv/dist/2020.js']);

/** Most texts of a row: further ones would be other interfaces. */
const MAX_TEXTS = 5;

/** An interface: its words in the source, files that use it, and tests that detect its change. */
interface Row {
  readonly words: readonly string[];
  readonly files: readonly string[];
  readonly tests: readonly { readonly file: string; readonly name: string }[];
}

describe('The private interfaces of docs/internals.md', () => {
  const headings = [...textOf(page).matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
  const rows = headings.flatMap((heading) => rowsBelow(page, heading).map(rowOf));
  const sources = ['core', 'plugins', '.ci'].flatMap(sourcesBelow);
  const listed = new Set(rows.flatMap(({ words }) => words));

  it('are used by the named files only', () => {
    const others = rows.flatMap(({ words, files }) => {
      const using = sources.filter(({ text }) => words.some((word) => standsIn(text, word))).map(({ file }) => file);
      return using.join() === [...files].sort().join() ? [] : `${words.join(', ')}: ${using.join(', ')}`;
    });
    expect(others).to.deep.equal([]);
  });

  it('have a text that the sources contain, and at most five texts of one interface', () => {
    const unused = rows.flatMap(({ words, files }) =>
      words.filter((word) => !files.some((file) => standsIn(textIn(file), word))),
    );
    expect(unused).to.deep.equal([]);
    expect(rows.filter(({ words }) => words.length === 0 || words.length > MAX_TEXTS)).to.deep.equal([]);
  });

  it('have existing tests', () => {
    expect(rows.filter(({ tests }) => tests.length === 0)).to.deep.equal([]);
    const lost = rows.flatMap(({ tests }) => tests.filter(({ file, name }) => !textIn(file).includes(name)));
    expect(lost).to.deep.equal([]);
  });

  it('include all properties with a leading underscore', () => {
    const names = sources.flatMap(({ file, text }) =>
      [...text.matchAll(property)].map(([, name = '']) => ({ file, name })),
    );
    expect(names.filter(({ name }) => !listed.has(name) && !ofStreams.test(name))).to.deep.equal([]);
  });

  it('include all imported files that their packages do not export', () => {
    const imported = sources.flatMap(({ file, text }) =>
      [...text.matchAll(deepImport)].map(([, name = '', path = '']) => ({ file, name, path })),
    );
    const isPublic = ({ name, path }: { name: string; path: string }) =>
      listed.has(`${name}/${path}`) || documented.has(`${name}/${path}`) || isExported(name, path);
    expect(imported.filter((one) => !isPublic(one))).to.deep.equal([]);
  });
});

/** Whether a text has a word that does not begin within another one: `_handle`, but not `mount_handler`. */
function standsIn(text: string, word: string): boolean {
  const before = text.split(word).slice(0, -1);
  return before.some((part) => !word.startsWith('_') || !/\w$/.test(part));
}

function rowOf([interfaces = '', files = '', , , tests = '']: readonly string[]): Row {
  const named = [...tests.matchAll(/`([^`]+)` "(.+?)"(?=, `|$)/g)];
  return {
    words: codeIn(interfaces),
    files: codeIn(files),
    tests: named.map(([, file = '', name = '']) => ({ file, name })),
  };
}

function codeIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

function textIn(file: string): string {
  const path = join(projectRoot, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function sourcesBelow(folder: string) {
  const files = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`.replaceAll('\\', '/'))
    .filter((file) => /\.m?[jt]s$/.test(file) && !/^plugins\/.*\/(test|node_modules)\//.test(file));
  return files.sort().map((file) => ({ file, text: textIn(file) }));
}

function isExported(name: string, path: string): boolean {
  const manifest = name === 'lectern' ? 'package.json' : `node_modules/${name}/package.json`;
  const { exports = {} } = JSON.parse(textIn(manifest) || '{}') as { exports?: object };
  return path === 'package.json' || `./${path}` in exports;
}

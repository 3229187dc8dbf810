import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, pagesIn } from './support/documents.ts';
import type { Files } from './support/installation.ts';
import { complaintsOf } from './support/page_compiler.ts';
import { projectRoot } from './support/platform.ts';

const examples = readdirSync(join(projectRoot, 'docs/examples'), { withFileTypes: true });

describe('The compiler', () => {
  it('finds a mistake in the code of a page', () => {
    const text = "import { shape } from 'lectern';\nexport const note = shape('Note').mode(1, {});\n";
    expect(complaintsOf({ 'plugins/notes/shapes/note.ts': text })).to.match(
      /^plugins\/notes\/shapes\/note\.ts:2: Argument/,
    );
  });

  it('accepts the TypeScript of every page', function () {
    this.timeout(180_000);
    const pages = ['README.md', ...pagesIn('docs/plugins')];
    expect(pages.flatMap((page) => complaintsOf(filesOf(page)).map((text) => `${page}: ${text}`))).to.deep.equal([]);
  });

  it('accepts every example at its place in an installation', () => {
    const names = examples.flatMap((entry) => (entry.isDirectory() ? entry.name : []));
    const complaints = names.flatMap((name) => complaintsOf(installed(name)).map((text) => `${name}: ${text}`));
    expect(names).to.not.be.empty;
    expect(complaints).to.deep.equal([]);
  });
});

/** The files of an example as an installation has them. */
function installed(name: string): Files {
  const folder = join(projectRoot, 'docs/examples', name);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name: file }) => join(parentPath, file).slice(folder.length + 1));
  const place = (path: string) => (path.startsWith('custom/') ? path : `plugins/${name}/${path}`);
  return Object.fromEntries(paths.map((path) => [place(path), readFileSync(join(folder, path), 'utf8')]));
}

import { expect } from 'chai';
import { describe, it } from 'mocha';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, pagesIn } from '../support/documents.ts';
import type { Files } from '../support/installation.ts';
import { complaintsOf } from '../support/page_compiler.ts';
import { projectRoot } from '../support/platform.ts';

const examples = readdirSync(join(projectRoot, 'docs/examples'), { withFileTypes: true });

describe('The compiler', function () {
  this.timeout(120_000);

  it('finds a mistake in what a page shows', () => {
    const text = "import { shape } from 'lectern';\nexport const note = shape('Note').mode(1, {});\n";
    expect(complaintsOf({ 'plugins/notes/shapes/note.ts': text })).to.match(
      /^plugins\/notes\/shapes\/note\.ts:2: Argument/,
    );
  });

  for (const document of ['README.md', ...pagesIn('docs/plugins')]) {
    it(`accepts the TypeScript of ${document}`, () => {
      expect(complaintsOf(filesOf(document))).to.deep.equal([]);
    });
  }

  for (const { name } of examples.filter((entry) => entry.isDirectory())) {
    it(`accepts the example ${name} where its README says it is to stand`, () => {
      expect(complaintsOf(installed(name))).to.deep.equal([]);
    });
  }
});

/** The files of an example as an installation has them. */
function installed(name: string): Files {
  const folder = join(projectRoot, 'docs/examples', name);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name: file }) => join(parentPath, file).slice(folder.length + 1));
  const place = (path: string) => (path.startsWith('custom/') ? path : `plugins/${name}/${path}`);
  return Object.fromEntries(paths.map((path) => [place(path), readFileSync(join(folder, path), 'utf8')]));
}

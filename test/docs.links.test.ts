import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { leadsSomewhere, pagesIn, textOf } from './support/documents.ts';
import { projectRoot } from './support/platform.ts';

const examples = readdirSync(join(projectRoot, 'docs/examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `docs/examples/${name}`);
const folders = ['docs', 'docs/plugins', 'docs/examples', ...examples, 'custom', 'plugins/vip'];

it('Each link of the documents leads to an existing file and heading', () => {
  const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...folders.flatMap(pagesIn)];
  const lost = documents.flatMap((document) =>
    linksOf(document)
      .filter((link) => !leadsSomewhere(document, link))
      .map((link) => `${document}: ${link}`),
  );
  expect(lost).to.deep.equal([]);
});

it('Each path of core, test and .ci in the documents exists', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'docs', 'docs/decisions', 'plugins/vip'].flatMap((one) =>
    one.endsWith('.md') ? one : pagesIn(one),
  );
  const paths = documents.flatMap((document) =>
    [...textOf(document).matchAll(/`((?:core|test|\.ci)\/[\w./-]+)`/g)].map(([, path = '']) => ({ document, path })),
  );
  expect(paths).to.have.length.above(100);
  expect(paths.filter(({ path }) => !existsSync(join(projectRoot, path)))).to.deep.equal([]);
});

for (const folder of ['docs', 'docs/plugins'])
  it(`The index of ${folder} names every page`, () => {
    const linked = new Set(linksOf(`${folder}/README.md`).map((link) => `${folder}/${link.split('#')[0] ?? ''}`));
    expect(pagesIn(folder).filter((page) => !page.endsWith('/README.md') && !linked.has(page))).to.deep.equal([]);
  });

/** Links to files of this project, with the heading they name. */
function linksOf(document: string): string[] {
  const prose = textOf(document).replaceAll(/^```.*?^```$/gms, '');
  return [...prose.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link);
}

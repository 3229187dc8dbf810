import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { rowsBelow } from './support/documents.ts';
import { projectRoot } from './support/platform.ts';

/** Tests of no single source: of all routes, of documents, of the shipped system, of the tests themselves. */
const without = /^test\/(availability|contract|docs|bench|support|system|mutations)\/|^test\/test_paths\.test\.ts$/;

describe('The path of a test', () => {
  it('matches the path of its source', () => {
    const tests = ['test', 'plugins', 'custom'].flatMap(testsBelow).filter((file) => !without.test(file));
    expect(tests).to.have.length.above(100);
    expect(
      tests.filter((file) => !hasSource(file)),
      'a test of resources/notes.ts is test/resources/notes.test.ts, or test/resources/notes.more.test.ts; rename these',
    ).to.deep.equal([]);
  });
});

describe('The path of a source', () => {
  it('is that of a test for each file of the reading order', () => {
    const order = rowsBelow('docs/architecture.md', 'Reading order').map(([cell = '']) => cell.replaceAll('`', ''));
    expect(order).to.have.length.above(10);
    expect(order.filter((file) => hasCode(file) && !hasTest(file))).to.deep.equal([]);
  });

  it('is that of a test for at least two thirds of the kernel', () => {
    const files = readdirSync(`${projectRoot}/core/kernel`, { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) => file.endsWith('.ts')).map((file) => `core/kernel/${file}`);
    const tested = sources.filter(hasCode);
    expect(tested).to.have.length.above(50);
    const without = tested.filter((file) => !hasTest(file));
    expect(without.length * 3, `without a test: ${without.join(', ')}`).to.be.at.most(tested.length);
  });
});

/** Whether a source has more than types and exports of other files. */
function hasCode(file: string): boolean {
  const { outputText } = ts.transpileModule(readFileSync(`${projectRoot}/${file}`, 'utf8'), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true },
  });
  return outputText.split(/;\s*/).some((statement) => statement !== '' && !/^(import|export) /.test(statement));
}

/** Whether a test has the name of a source, in any ring. */
function hasTest(file: string): boolean {
  const inPlugin = /^(plugins\/[^/]+)\/(.*)$/.exec(file);
  const folder = dirname(inPlugin ? `${inPlugin[1]}/test/${inPlugin[2]}` : `test/${file}`);
  if (!existsSync(`${projectRoot}/${folder}`)) return false;
  const name = `${basename(file, '.ts')}.`;
  return readdirSync(`${projectRoot}/${folder}`).some((test) => test.startsWith(name) && test.endsWith('.test.ts'));
}

function testsBelow(folder: string): string[] {
  return readdirSync(`${projectRoot}/${folder}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.test.ts') && !/\/(node_modules|fixtures)\//.test(file));
}

/** The source is a file or a folder; further words after a dot name a subject of it, or the ring. */
function hasSource(test: string): boolean {
  const path = test.replace(/^test\//, '').replace(/^(plugins\/[^/]+|custom)\/test\//, '$1/');
  const [, source = ''] = /^([^.]*)\./.exec(path) ?? [];
  return ['.ts', '.tsx', '.mjs', ''].some((ending) => existsSync(`${projectRoot}/${source}${ending}`));
}

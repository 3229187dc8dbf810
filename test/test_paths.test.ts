import { existsSync, readdirSync } from 'node:fs';
import { expect } from 'chai';
import { projectRoot } from './support/platform.ts';

/** Tests of no single source: of all routes, of documents, of the shipped system, of the tests themselves. */
const without = /^test\/(contract|docs|bench|support|system|mutations)\/|^test\/test_paths\.test\.ts$/;

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

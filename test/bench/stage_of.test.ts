import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { places } from './stage_of.ts';

describe('The stage of a sample', () => {
  it('has only existing paths', () => {
    const paths = places.flatMap(([, all]) => all);
    expect(paths.filter((path) => !existsSync(path.replace(/\.$/, '.ts')))).to.deep.equal([]);
  });
});

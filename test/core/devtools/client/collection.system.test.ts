import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { projectRoot, startPlatform, type Platform } from '../../../support/platform.ts';
import { runBuilt } from '../../cli/built_program.ts';
import { runCollection, type PostmanCollection } from './collection_runner.ts';

describe('The output of lectern client --collection', () => {
  let platform: Platform;

  beforeEach(async () => {
    platform = await startPlatform();
  });
  afterEach(() => platform.stop());

  for (const version of ['2', '1'])
    it(`gets the expected answers when run in order, with API version ${version}`, async () => {
      const { out } = await runBuilt(projectRoot, ['client', '--collection', '--api-version', version]);
      expect(await runCollection(JSON.parse(out) as PostmanCollection, platform.url)).to.deep.equal([]);
    });
});

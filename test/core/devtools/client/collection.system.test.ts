import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { projectRoot, startPlatform, type Platform } from '../../../support/platform.ts';
import { runBuilt } from '../../cli/built_program.ts';
import { runCollection, type PostmanCollection } from './collection_runner.ts';

describe('The output of lectern client --collection', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.stop());

  it('gets the answers that its tests expect when it is run in order', async () => {
    const { out } = await runBuilt(projectRoot, ['client', '--collection']);
    expect(await runCollection(JSON.parse(out) as PostmanCollection, platform.url)).to.deep.equal([]);
  });
});

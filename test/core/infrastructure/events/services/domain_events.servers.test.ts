import { expect } from 'chai';
import { clear, effects, ended, eventually, Post, probe } from '../support.ts';
import { started } from '../../../../support/started.ts';

describe('Events published at once', () => {
  const post = started(() => Post.make());

  afterEach(() => probe.reset());

  it('by three replicas have their effect exactly once', async () => {
    const replicas = [await post.replica(), await post.replica(), await post.replica()];
    for (let round = 0; round < 3; round++) {
      const publish = async (index: number) =>
        replicas[index % 3]!.kernel.services.events.publish('thing.made', { name: `${round}.${index}` });
      const ids = await Promise.all(Array.from({ length: 50 }, (_, index) => publish(index)));
      await eventually(async () => (await effects(replicas[0]!)).length >= ids.length);
      await ended(replicas[0]!);
      expect(await effects(replicas[0]!)).to.have.members(ids);
      await clear(replicas[0]!);
    }
  });
});

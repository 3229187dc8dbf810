import { expect } from 'chai';
import { deliveries, effects, ended, eventually, Post, probe, type Replica } from '../support.ts';

describe('The dispatchers of two replicas', () => {
  let post: Post;

  beforeEach(async () => {
    post = await Post.make();
  });
  afterEach(async () => {
    probe.reset();
    await post.fleet.clear();
  });

  it('give long deliveries back when one of them stops', async () => {
    const one = await post.replica({ stopSeconds: 0.05 });
    const two = await post.replica({ enabled: false });
    probe.speaks = () => new Promise(() => {});
    probe.writes = () => new Promise(() => {});
    await publish(one, 'thing.lost');
    await eventually(async () => (await deliveries(two, 'holder is not null')).length === 2);
    await one.kernel.stop();
    expect(post.fleet.logs.join('')).to.match(
      /\(modules\.events\.stopSeconds\): (watch.speaks, watch.writes|watch.writes, watch.speaks)/,
    );
    for (const row of await deliveries(two)) {
      expect(row).to.include({ state: 'pending', attempts: 0, holder: null, last_error: null });
      expect(row.due_in).to.be.below(0.001);
    }
  });

  it('deliver for a replica whose dispatcher is disabled', async () => {
    const one = await post.replica({ enabled: false });
    const id = await publish(one, 'thing.made');
    expect((await deliveries(one))[0]).to.include({ state: 'pending', attempts: 0 });
    await post.replica();
    await ended(one);
    expect(await effects(one)).to.deep.equal([id]);
  });

  function publish({ kernel }: Replica, event: 'thing.made' | 'thing.lost'): Promise<string> {
    return kernel.services.events.publish(event, { name: 'a' });
  }
});

import { expect } from 'chai';
import { standardFailures } from 'lectern';
import { ConcurrencyLimiter } from '../../../../core/infrastructure/limits/concurrency_limiter.ts';
import { eventually } from '../../../support/eventually.ts';

/** Work that runs until it is ended. */
class Works {
  readonly running: number[] = [];
  readonly #end: (() => void)[] = [];

  readonly of = (id: number) => () => {
    this.running.push(id);
    return new Promise<number>((resolve) => (this.#end[id] = () => resolve(id)));
  };

  mustRun(ids: readonly number[]): Promise<void> {
    return eventually(async () => expect(this.running).to.deep.equal(ids));
  }

  end(id: number): void {
    this.running.splice(this.running.indexOf(id), 1);
    this.#end[id]?.();
  }
}

describe('A concurrency limiter', () => {
  it('runs a limited number of calls at once, and the others in their order', async () => {
    const works = new Works();
    const limiter = new ConcurrencyLimiter(2);
    const results = [0, 1, 2, 3].map((id) => limiter.run(works.of(id)));
    await works.mustRun([0, 1]);
    works.end(1);
    await works.mustRun([0, 2]);
    works.end(0);
    await works.mustRun([2, 3]);
    works.end(2);
    works.end(3);
    expect(await Promise.all(results)).to.deep.equal([0, 1, 2, 3]);
  });

  it('rejects a call while its queue is full', async () => {
    const works = new Works();
    const limiter = new ConcurrencyLimiter(1, { queue: { limit: 1, full: standardFailures.unavailable } });
    const results = [0, 1].map((id) => limiter.run(works.of(id)));
    const rejected = await limiter.run(works.of(2)).catch((error: unknown) => error);
    expect(rejected).to.have.property('kind', standardFailures.unavailable);
    await works.mustRun([0]);
    works.end(0);
    await works.mustRun([1]);
    results.push(limiter.run(works.of(3)));
    works.end(1);
    await works.mustRun([3]);
    works.end(3);
    expect(await Promise.all(results)).to.deep.equal([0, 1, 3]);
  });

  it('rejects with the error of the work, and frees its place', async () => {
    const limiter = new ConcurrencyLimiter(1);
    const failed = await limiter.run(() => Promise.reject(new Error('broken'))).catch((error: unknown) => error);
    expect(failed).to.have.property('message', 'broken');
    expect(await limiter.run(() => Promise.resolve('next'))).to.equal('next');
  });

  it('rejects with an error that the work throws synchronously', async () => {
    const limiter = new ConcurrencyLimiter(1);
    const broken = () => {
      throw new Error('broken at once');
    };
    const failed = await limiter.run(broken).catch((error: unknown) => error);
    expect(failed).to.have.property('message', 'broken at once');
    expect(await limiter.run(() => Promise.resolve('next'))).to.equal('next');
  });

  it('stops counting work after a configured time', async () => {
    const works = new Works();
    const limiter = new ConcurrencyLimiter(1, { countedMs: 10 });
    const results = [0, 1].map((id) => limiter.run(works.of(id)));
    await works.mustRun([0, 1]);
    works.end(0);
    works.end(1);
    expect(await Promise.all(results)).to.deep.equal([0, 1]);
  });
});

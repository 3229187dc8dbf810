import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { CoarseClock } from '../../../../core/hosting/telemetry/coarse_clock.ts';

describe('The coarse clock', () => {
  const { setInterval: interval, clearInterval: clear } = globalThis;
  let step: (() => void) | undefined;

  beforeEach(() => {
    globalThis.setInterval = ((given: () => void) => {
      step = given;
      return { unref: () => given };
    }) as never;
    globalThis.clearInterval = (handle) => (step = handle === (step as unknown) ? undefined : step);
  });
  afterEach(() => {
    globalThis.setInterval = interval;
    globalThis.clearInterval = clear;
  });

  it('is constant between the steps of its timer', () => {
    const clock = new CoarseClock();
    const first = clock.now();
    expect(first).to.be.within(performance.now() - 1_000, performance.now());
    expect(clock.now()).to.equal(first);
    step?.();
    expect(clock.now()).to.be.above(first);
  });

  it('stops its timer when nothing reads it, and starts it again', () => {
    const clock = new CoarseClock();
    const first = clock.now();
    step?.();
    expect(step, 'it was read').not.to.equal(undefined);
    step?.();
    expect(step).to.equal(undefined);
    expect(clock.now()).to.be.above(first);
    expect(step).not.to.equal(undefined);
  });
});

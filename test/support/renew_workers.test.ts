import { expect } from 'chai';
import { describe, it } from 'mocha';
import { renewLargeWorkersOf } from './renew_workers.mjs';

const worker = (pid: number, isBusy: boolean) => ({ busy: () => isBusy, worker: { pid } });

/** A pool like that of mocha: returns an idle worker, or creates a worker with the number 9. */
class Pool {
  workers = [worker(1, false), worker(2, true), worker(3, false)];

  _getWorker() {
    return this.workers.find((one) => !one.busy()) ?? worker(9, false);
  }

  _removeWorker(ended: object) {
    this.workers = this.workers.filter((one) => one !== ended);
  }
}

describe('renewLargeWorkersOf', () => {
  const takenWhere = (isLarge: (pid: number) => boolean) => {
    const pool = new Pool();
    renewLargeWorkersOf(pool, (one) => isLarge(one.worker?.pid ?? 0));
    return { taken: pool._getWorker().worker.pid, left: pool.workers.map((one) => one.worker.pid) };
  };

  it('ends large idle workers, and no busy worker', () => {
    expect(takenWhere((pid) => pid < 3)).to.deep.equal({ taken: 3, left: [2, 3] });
  });

  it('creates a worker if all idle workers are large', () => {
    expect(takenWhere(() => true)).to.deep.equal({ taken: 9, left: [2] });
  });

  it('keeps small workers', () => {
    expect(takenWhere(() => false)).to.deep.equal({ taken: 1, left: [1, 2, 3] });
  });
});

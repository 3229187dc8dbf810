import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { Failure } from 'lectern';
import { construct } from 'lectern/testing';
import { CaptchaPictures } from '../../../../../core/platform/verification/services/captcha_pictures.ts';
import { rejectionOf, type SharedFleet } from '../../../infrastructure/jobs/fleet.ts';
import { atOnce, sharedVerification, tally } from '../verification_fleet.ts';

describe('Pictures of captchas', () => {
  let replica: SharedFleet;
  const opened: CaptchaPictures[] = [];
  const workers: Worker[] = [];
  const note = (worker: Worker) => void workers.push(worker);

  before(async () => {
    process.on('worker', note);
    replica = await sharedVerification();
  });

  afterEach(async () => {
    for (const pictures of opened.splice(0)) await pictures.stop();
  });

  after(async () => {
    process.off('worker', note);
    await replica.release();
  });

  const open = (config: { threads: number; waiting: number }) => {
    const { logger, verificationConfig } = replica.kernel.services;
    const captcha = { ...verificationConfig.captcha, ...config };
    const pictures = construct(CaptchaPictures, { logger, verificationConfig: { ...verificationConfig, captcha } });
    opened.push(pictures);
    workers.splice(0);
    return pictures;
  };

  it('are drawn in a thread that the first of them starts', async () => {
    const pictures = open({ threads: 1, waiting: 10 });
    expect(workers).to.be.empty;
    expect(await pictures.draw('AEFHJ')).to.match(/^data:image\/png;base64,/);
    await pictures.draw('KMNPR');
    expect(workers).to.have.length(1);
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    expect(loaded.filter((file) => /svg-captcha/.test(file))).to.be.empty;
  });

  it('are shared among the configured threads', async () => {
    const pictures = open({ threads: 2, waiting: 20 });
    const drawn = await atOnce(12, (index) => pictures.draw(`AEF${index}`));
    expect(new Set(drawn).size).to.equal(12);
    expect(workers).to.have.length(2);
  });

  it('are rejected when too many wait: 503, code 8', async () => {
    const pictures = open({ threads: 1, waiting: 2 });
    const outcomes = await atOnce(10, () =>
      pictures.draw('AEFHJ').then(
        () => 'drawn',
        (failure: unknown) => (failure instanceof Failure ? `${failure.kind.status} ${failure.kind.code}` : failure),
      ),
    );
    expect(tally(outcomes)).to.deep.equal({ drawn: 3, '503 8': 7 });
    await pictures.draw('AEFHJ');
  });

  it('are drawn by a new thread when the old one has died', async () => {
    const pictures = open({ threads: 1, waiting: 10 });
    await pictures.draw('AEFHJ');
    await workers[0]!.terminate();
    expect(await pictures.draw('AEFHJ')).to.match(/^data:image/);
    expect(workers).to.have.length(2);
  });

  it('are rejected when their thread dies, and waiting ones are drawn by the next', async () => {
    const pictures = open({ threads: 1, waiting: 10 });
    const first = rejectionOf(pictures.draw('AEFHJ'));
    const second = pictures.draw('KMNPR');
    const [worker] = (await once(process, 'worker')) as [Worker];
    await worker.terminate();
    expect((await first).message).to.equal('Captchas cannot be drawn at the moment; try again.');
    expect(await second).to.match(/^data:image/);
    expect(replica.fleet.logs.join('')).to.include('A captcha was not drawn');
  });

  it('are drawn by a new thread after an error', async () => {
    const pictures = open({ threads: 1, waiting: 10 });
    const undrawable = { length: 1 } as string;
    expect((await rejectionOf(pictures.draw(undrawable))).message).to.include('cannot be drawn');
    expect(await pictures.draw('AEFHJ')).to.match(/^data:image/);
    expect(workers).to.have.length(2);
  });

  it('are rejected after the stop of the module, which ends the threads', async () => {
    const pictures = open({ threads: 1, waiting: 10 });
    await pictures.draw('AEFHJ');
    const gone = once(workers[0]!, 'exit');
    // The picture that is being drawn may still be completed.
    const drawing = pictures.draw('AEFHJ').catch(() => undefined);
    const waiting = rejectionOf(pictures.draw('AEFHJ'));
    await pictures.stop();
    await gone;
    await waiting;
    await drawing;
    await rejectionOf(pictures.draw('AEFHJ'));
    expect(workers).to.have.length(1);
  });
});

import { expect } from 'chai';
import { createKernel } from 'lectern/host';
import { snapshotOf } from '../../../../core/testing/snapshot.ts';
import { projectRoot } from '../../../support/platform.ts';

describe('Payment platforms in production', () => {
  const start = async (payments: object): Promise<unknown> => {
    const secret = 'a secret for tests only, longer than thirty-two characters';
    const snapshot = await snapshotOf({ root: projectRoot, demo: true, without: [] });
    const data = { DATA_DIR: 'memory', DATA_SNAPSHOT: snapshot, LECTERN_ALLOW_EMBEDDED: 'true' };
    const kernel = await createKernel({
      root: projectRoot,
      env: { ...data, NODE_ENV: 'production', JWT_SECRET: secret },
      config: { modules: { payments } },
      logTo: { write: () => undefined },
    });
    try {
      return await kernel.start().catch((error: unknown) => error);
    } finally {
      await kernel.stop();
    }
  };

  it('stop the start when they are simulated', async () => {
    const failed = (await start({ sandbox: true })) as Error;
    expect(failed).to.be.instanceOf(Error);
    expect(failed.message).to.match(
      /"modules\.payments\.sandbox": .* Set modules\.payments\.sandbox to false in production/,
    );
  });

  it('stop the start when an account is incomplete, and name the missing value', async () => {
    const failed = (await start({ alipay: { appId: '2021' } })) as Error;
    expect(failed.message).to.include('"modules.payments.alipay.privateKey"').and.include('core/platform/payments');
  });
});

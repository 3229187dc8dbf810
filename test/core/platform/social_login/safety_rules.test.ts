import { expect } from 'chai';
import { createKernel } from 'lectern/host';
import { snapshotOf } from '../../../../core/testing/snapshot.ts';
import { projectRoot } from '../../../support/platform.ts';

async function startInProduction(social_login: object): Promise<unknown> {
  const snapshot = await snapshotOf({ root: projectRoot, demo: true, without: [] });
  const data = { DATA_DIR: 'memory', DATA_SNAPSHOT: snapshot, LECTERN_ALLOW_EMBEDDED: 'true' };
  const secret = 'a secret for tests only, longer than thirty-two characters';
  const kernel = await createKernel({
    root: projectRoot,
    env: { ...data, NODE_ENV: 'production', JWT_SECRET: secret },
    config: { modules: { social_login } },
    logTo: { write: () => undefined },
  });
  try {
    return await kernel.start().catch((error: unknown) => error);
  } finally {
    await kernel.stop();
  }
}

describe('Login providers in production', () => {
  it('stop the start when they are simulated', async () => {
    const failed = (await startInProduction({ sandbox: true })) as Error;
    expect(failed).to.be.instanceOf(Error);
    expect(failed.message).to.match(
      /"modules\.social_login\.sandbox": .* Set modules\.social_login\.sandbox to false in production/,
    );
  });

  it('do not stop the start otherwise', async () => {
    expect(await startInProduction({ providers: { weixinweb: { enabled: true } } })).to.equal(undefined);
  });

  it('prevent the start if their `appId` is missing', async () => {
    for (const name of ['qq', 'weibo']) {
      const failed = await startInProduction({ providers: { [name]: { enabled: true } } }).catch(
        (error: unknown) => error,
      );
      expect((failed as Error).message).to.include(`"providers.${name}.appId" is missing`);
    }
  });
});

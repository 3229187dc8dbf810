import { expect } from 'chai';
import { leaveThread, takeThread } from '../../../../../core/infrastructure/database/embedded/engine_thread.ts';
import { RemoteCluster } from '../../../../../core/infrastructure/database/embedded/remote_cluster.ts';
import { failureOf, withFolder } from '../support.ts';

describe('A cluster in a worker thread', () => {
  it('is not awaited any longer when the thread ends while the cluster opens', () =>
    withFolder(async (folder) => {
      const thread = takeThread();
      await leaveThread(thread);
      const failure = failureOf(RemoteCluster.open(folder));
      await thread.terminate();
      expect((await failure).message).to.include('its thread has ended');
    }));
});

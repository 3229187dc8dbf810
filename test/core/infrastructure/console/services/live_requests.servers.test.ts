import { get, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { eventually } from '../../../../support/eventually.ts';
import { startTwoWorkers } from './two_workers.ts';
import { prepared } from '../../../../support/started.ts';

const REQUESTS = 30;

describe('Requests of several workers in the console', function () {
  this.timeout(120_000);
  let stream: IncomingMessage | undefined;

  const platform = prepared(startTwoWorkers);

  after(async () => {
    stream?.destroy();
    await platform.stop();
  });

  it('are streamed by one worker, and found by each worker', async () => {
    const { url, headers, ask } = platform;
    const seen = new Set<string>();
    stream = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${url}/api/console/request_stream`, { headers }, resolve).on('error', reject);
    });
    stream.on('data', (chunk: Buffer) => {
      for (const [, data = ''] of chunk.toString().matchAll(/^data: (.+)$/gm))
        seen.add((JSON.parse(data) as { id: string }).id);
    });
    // The other worker learns of the stream a moment later.
    await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: REQUESTS }, () => ask('/api/settings/site')));
      const ids = answers.map((answer) => String(answer.headers.get('x-request-id')));
      await eventually(async () => expect([...seen]).to.include.members(ids));
      const found = await Promise.all(ids.map(async (id) => (await ask(`/api/console/requests/${id}`)).status));
      expect(found).to.deep.equal(ids.map(() => 200));
    });
    expect(platform.answering()).to.include.members([1, 2]);
  });
});

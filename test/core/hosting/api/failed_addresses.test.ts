import { expect } from 'chai';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { failedPluginFinder } from '../../../../core/hosting/api/failed_addresses.ts';

const MEGABYTE = 1_048_576;

/** Bytes of the heap that are in use after a collection. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

describe('Addresses of failed plugins', () => {
  const failed = { module: 'shelf', reason: '', addresses: ['/plugins/shelf', '/me/book_boxes', '/users/{id}/books'] };
  const find = failedPluginFinder([failed]);

  it('are found in each spelling, and below', () => {
    const paths = ['/plugins/shelf', '/plugins/shelf/a/b', '/me/book_box', '/us/book_boxes', '/user/7/book/1'];
    const found = paths.map((path) => find(`/api${path}`));
    expect(found).to.deep.equal(['shelf', 'shelf', 'shelf', undefined, 'shelf']);
    const others = ['/plugins/other', '/users/7', '/me', '/'];
    expect(others.filter((path) => find(`/api${path}`))).to.deep.equal([]);
  });

  it('are searched without keeping the requested paths', () => {
    const long = 'x'.repeat(8_000);
    const before = usedBytes();
    for (let number = 0; number < 5_000; number++) find(`/api/${number}${long}`);
    expect(usedBytes() - before).to.be.below(20 * MEGABYTE);
  });
});

import { expect } from 'chai';
import { isRunByNpx } from '../../../../core/hosting/cluster/shell.mjs';

const env = (event: string, script: string) => ({ npm_lifecycle_event: event, npm_lifecycle_script: script });

describe('The detection of npx', () => {
  it('finds the shell of npx', () => {
    for (const script of ['lectern', "'lectern'", '"lectern" "start"', 'lectern start --workers 2'])
      expect(isRunByNpx(env('npx', script)), script).to.equal(true);
  });

  it('rejects scripts that may leave a server in the background', () => {
    const scripts = ['nohup lectern start &', 'lectern start & sleep 1', 'sh serve.sh', 'lectern-copy'];
    for (const script of scripts) expect(isRunByNpx(env('npx', script)), script).to.equal(false);
    expect(isRunByNpx(env('start', 'lectern start'))).to.equal(false);
    expect(isRunByNpx({})).to.equal(false);
  });
});

import { expect } from 'chai';
import { readSamples } from '../../../../../../core/infrastructure/console/services/metrics/traffic.ts';

describe('Samples of /metrics', () => {
  it('are read in the format of Prometheus', () => {
    const text = '# HELP a b\na 1\nb{c="d, {\\"e\\"}",f="g\\\\n"} +Inf 170\nbroken\n';
    expect(readSamples(text)).to.deep.equal([
      { name: 'a', labels: {}, value: 1 },
      { name: 'b', labels: { c: 'd, {"e"}', f: 'g\\n' }, value: Infinity },
    ]);
  });
});

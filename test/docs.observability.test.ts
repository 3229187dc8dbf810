import { expect } from 'chai';
import { rowsBelow } from './support/documents.ts';
import { started } from './support/started.ts';
import { startPlatform } from './support/platform.ts';

const page = 'docs/observability.md';
/** Default metrics of Node.js processes. */
const ofNode = /^(process|nodejs)_/;

interface Meter {
  readonly name: string;
  readonly type: string;
  readonly help: string;
}

describe('The metrics in docs/observability.md', () => {
  const platform = started(() => startPlatform());
  let meters: readonly Meter[];

  before(async () => {
    meters = metersIn((await platform.api.get('/metrics').expect(200)).text);
  });

  it('are all meters of /metrics with their types', () => {
    const own = meters.filter(({ name }) => !ofNode.test(name));
    const told = rowsBelow(page, 'Metrics').map(([name = '', type]) => `${name.replaceAll('`', '')} ${type}`);
    expect(told).to.have.members(own.map(({ name, type }) => `${name} ${type}`));
  });

  it('have a help text, and the suffix _total for counters only', () => {
    const odd = meters.filter(
      ({ name, type, help }) => !/\w{3}/.test(help) || (type === 'counter') !== /_total$/.test(name),
    );
    expect(odd.filter(({ name }) => !ofNode.test(name))).to.deep.equal([]);
  });
});

function metersIn(text: string): Meter[] {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return types.map(([, name = '', type = '']) => {
    const [, help = ''] = new RegExp(`^# HELP ${name} (.*)$`, 'm').exec(text) ?? [];
    return { name, type, help };
  });
}

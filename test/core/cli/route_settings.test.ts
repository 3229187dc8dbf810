import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { house } from './patient.ts';
import { SmallHouse } from './small_house.ts';

interface Row {
  readonly method: string;
  readonly address: string;
  readonly deprecated?: object;
  readonly disabled?: boolean;
}

describe('lectern routes with settings of single routes', function () {
  this.timeout(60_000);
  let place: SmallHouse;
  const routes = {
    'GET /words': { disabled: true },
    'GET /words/{id}': { deprecated: '2026-01-01', sunset: '2027-01-01' },
  };

  before(async () => {
    place = await SmallHouse.build({ ...house, 'config/development.json': JSON.stringify({ routes }) });
  });
  after(() => place.clear());

  it('shows what is deprecated, and leaves out what is disabled', async () => {
    const { stdout } = await place.lectern('routes');
    const [head = '', ...rows] = stdout.trim().split('\n');
    expect(head).to.match(/ deprecated$/);
    expect(rows).to.have.length(1);
    expect(rows[0]).to.match(/^GET +\/api\/words\/\{id\} .* since 2026-01-01, gone after 2027-01-01$/);
  });

  it('lists what is disabled with --json', async () => {
    const { stdout } = await place.lectern('routes', '--json');
    const rows = JSON.parse(stdout) as Row[];
    expect(rows.map(({ method, address, disabled }) => [method, address, disabled])).to.deep.equal([
      ['GET', '/api/words/{id}', undefined],
      ['GET', '/api/words', true],
    ]);
    expect(rows[0]?.deprecated).to.deep.equal({
      since: '2026-01-01T00:00:00.000Z',
      sunset: '2027-01-01T00:00:00.000Z',
    });
  });
});

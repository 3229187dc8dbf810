import { expect } from 'chai';
import { MeterRegistry } from '../../../../../core/hosting/telemetry/meters.ts';
import { started } from '../../../../support/started.ts';
import { DatabaseFixture, silent } from '../support.ts';

describe('The query watch on a server', () => {
  const lines: unknown[] = [];
  const logger = { ...silent, warn: (about: object) => void lines.push(about) };
  const place = started(() => DatabaseFixture.make());

  const createMeters = () => new MeterRegistry(logger as never);

  it('logs no slow statement if slowQueryMs is 0', async () => {
    const quiet = place.make({ slowQueryMs: 0 }, logger, createMeters());
    await quiet.raw('select pg_sleep(?)', [0.03]);
    expect(lines).to.deep.equal([]);
  });

  it('measures the largest number of connections', async () => {
    const meters = createMeters();
    await place.make({}, logger, meters).raw('select 1');
    expect(await meters.registry.metrics()).to.match(/^lectern_database_connections_max 10$/m);
  });
});

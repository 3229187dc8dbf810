import { expect } from 'chai';
import { DroppedFieldLog } from '../../../../core/hosting/inspect/dropped_field_log.ts';
import type { Route } from '../../../../core/kernel/routes/route.ts';

describe('The log of dropped input', () => {
  it('names each field once a route, and a thousand fields at the most', () => {
    const lines: string[] = [];
    const { input: report } = new DroppedFieldLog({ info: (_: object, text: string) => lines.push(text) } as never);
    const route = { module: 'shop', methods: ['POST'], address: '/orders' } as unknown as Route;
    const message = 'is not known; did you mean "note"?';
    for (const field of ['lines.0.nte', 'lines.1.nte', 'lines.0.nte']) report(route, [{ field, message }]);
    expect(lines).to.deep.equal([`input dropped: POST /orders was sent "lines.0.nte", which ${message}`]);
    for (let index = 0; index < 2_000; index++) report(route, [{ field: `x${index}`, message }]);
    expect(lines).to.have.length(1_000);
  });
});

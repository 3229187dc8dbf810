import { expect } from 'chai';
import { served, started } from '../../../support/started.ts';
import { startPlatform } from '../../../support/platform.ts';
import { contractInSuite, type Tree } from './contract.ts';
import { workshop } from './workshop.ts';

describe('The OpenAPI document', () => {
  const platform = started(() => startPlatform());
  const { api } = served(workshop());
  const real = contractInSuite(platform);
  const contract = contractInSuite({ api });

  it('gives body fields no keyword `default`, by which generators require them', () => {
    const isBody = ([name]: [string, Tree]) => /Body$/.test(name);
    const bodies = [real, contract].flatMap(({ document }) =>
      Object.entries(document['components'].schemas as Record<string, Tree>).filter(isBody),
    );
    expect(bodies.filter(([, schema]) => JSON.stringify(schema).includes('"default":'))).to.deep.equal([]);
    const { within } = Object.fromEntries(bodies)['AddThingsBody']!['properties'] as Record<string, Tree>;
    expect(within).to.deep.include({ 'x-default': 3, description: 'Default: `3`.' });
    const { appPay } = Object.fromEntries(bodies)['AddOrdersBody']!['properties'] as Record<string, Tree>;
    expect(appPay!['description']).to.match(/payment method\. Default: `"N"`\.$/);
  });

  it('names body fields that the query may have, instead of listing them as parameters', () => {
    const withBody = real.operations.filter(({ tree }) => 'requestBody' in tree);
    const parameters = withBody.flatMap(({ tree }) => (tree['parameters'] ?? []) as Tree[]);
    expect(parameters.map((one) => real.follow(one)).filter((one) => one['in'] === 'query')).to.deep.equal([]);
    const read = / Read from the query if the body leaves them out: (.*)\.$/;
    const named = withBody.flatMap(({ path, tree }) => {
      const [, names] = read.exec(tree['description'] as string) ?? [];
      return names === undefined ? [] : [`${path} ${names.replaceAll('`', '')}`];
    });
    // The specification leaves open whether clients send these fields in the query or in the body.
    expect(named).to.have.members([
      '/api/auth/getJwt audience',
      '/api/order_info targetType, targetId, unit, num',
      '/api/orders targetType, targetId, unit, num, coinPayAmount, appPay, payment',
      '/api/pay_center orderId, targetType, payment',
      '/api/trades gateway, type, orderSn, coinAmount',
    ]);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { validAttemptsAt } from '../../../../core/devtools/check/requests/attempts.ts';
import { Client } from '../../../../core/devtools/check/requests/client.ts';
import { sentOf } from '../../../../core/devtools/check/requests/sending.ts';
import { validValue } from '../../../../core/devtools/check/requests/valid_values.ts';
import { Contract, type Operation, type Tree } from './contract.ts';
import { workshop } from './workshop.ts';

/** Number of requests to each operation. */
const RUNS = Number(process.env['OPENAPI_REQUESTS'] ?? 2);

describe('Requests that the OpenAPI document allows', () => {
  const place = workshop();
  let client: Client;
  let contract: Contract;

  before(async () => {
    client = new Client((await place.serve()).kernel.url);
    const { body } = await client.send({ method: 'GET', path: '/api/openapi.json?bodies=all', headers: {} });
    contract = Contract.of(body as Tree);
  });
  after(async () => {
    client.close();
    await place.clear();
  });

  it('are accepted by an installation with every kind of input', async () => {
    const takesInput = ({ tree }: Operation) => 'parameters' in tree || 'requestBody' in tree;
    const asked = contract.operations.filter((one) => takesInput(one) && one.method !== 'DELETE');
    expect(asked).not.to.be.empty;
    for (const operation of asked)
      await fc.assert(
        fc.asyncProperty(validAttemptsAt(operation, 'admin'), async (attempt) => {
          // A cursor excludes an offset, as the descriptions say.
          fc.pre(!('after' in attempt.query && ('offset' in attempt.query || 'start' in attempt.query)));
          const answer = await client.send(await sentOf(operation, attempt, { 'x-key': 'right' }));
          const { status, text } = answer;
          expect([400, 415, 422, 500], `${operation.method} ${operation.path} ${text}`).not.to.include(status);
          // An answer that `fields` narrows may lack fields that its schema requires.
          if (!attempt.query['fields']) contract.check(operation, answer);
        }),
        { numRuns: RUNS },
      );
  });

  it('include texts of digits only within the bounds of a number', () => {
    const { properties } = contract.operation('POST', '/api/things').tree['requestBody'].content['application/json']
      .schema as Tree;
    for (const [name, minimum, maximum] of [
      ['month', 1, 12],
      ['below', 0, 2345],
      ['degrees', -273, 99],
      ['within', 0, 5],
    ] as const) {
      const pattern = new RegExp((properties[name].anyOf as Tree[])[1]!['pattern'] as string, 'u');
      for (let number = -1_000; number < 11_000; number++) {
        expect(pattern.test(String(number)), `${name} ${number}`).to.equal(number >= minimum && number <= maximum);
      }
    }
    const share = new RegExp((properties.share.anyOf as Tree[])[1]!['pattern'] as string, 'u');
    for (const [text, isAllowed] of [
      ['0', true],
      ['8.999', true],
      ['9', true],
      ['9.000', true],
      ['9.001', false],
      ['10', false],
      ['8.9999', false],
    ] as const) {
      expect(share.test(text), text).to.equal(isAllowed);
    }
    fc.assert(fc.property(validValue(properties.integer as Tree), (given) => Number(given) <= Number.MAX_SAFE_INTEGER));
  });
});

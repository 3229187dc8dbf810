import { routeName, type Route } from '../../../hosting/internals.ts';

/** File and plugin of the override that the test is for. */
interface Tested {
  readonly file: string;
  readonly plugin: string | undefined;
}

/** Text of a test that the override answers, and that access, input, filter and failures are unchanged. */
export function overrideTest(original: Route, { file, plugin }: Tested): string {
  const { operation, address } = original;
  const method = (original.methods[0] as string).toLowerCase();
  const modules = plugin === undefined ? '' : `{ modules: [new URL('../..', import.meta.url)] }`;
  const body = ['post', 'patch'].includes(method) ? '.send({})' : '';
  return `import { createTestKernel, expect } from 'lectern/testing';
import type { TestKernel } from 'lectern/testing';

const path = '${pathOf(original)}';
const address = '${address}';
const operation = '${operation}';

describe('the override of ${routeName(original)}', () => {
  let test: TestKernel;

  before(async () => {
    test = await createTestKernel(${modules});
  });
  after(() => test?.stop());

  const routes = () => {
    const route = test.kernel.routes.find((one) => one.address === address && one.operation === operation);
    return [route?.declared ?? route, ...(route?.overridden ?? [])];
  };

  it('answers in place of the original', () => {
    const files = routes().map((route) => route?.file);
    expect(files).to.include('${file}');
    expect(files.at(-1)).to.equal('${original.overridden.at(-1)?.file ?? original.file}');
  });

  it('leaves access, input, filter and failures unchanged', () => {
    const [override, original] = routes();
    for (const part of ['access', 'input', 'answer', 'mode', 'fails'] as const) {
      expect(override?.[part], part).to.equal(original?.[part]);
    }
  });

  it('answers as the OpenAPI document declares', async () => {
    const request = test.api.${method}(path).set(await test.as('admin'));
    const answer = await request${body};
    expect(answer).to.match.openapi;
    expect(answer.status).to.be.below(500);
  });
${original.access.kind === 'open' ? '' : closed(method)}});
`;
}

function closed(method: string): string {
  return `
  it('refuses callers who have not signed in', async () => {
    expect(await test.api.${method}(path).expect(401)).to.match.openapi;
  });
`;
}

/** Request path for the operation. Ids are 1, because the demo data has an object 1 of nearly every kind. */
function pathOf({ address, parameters }: Route): string {
  const valueOf = (name: string) => (name === 'id' || name.endsWith('Id') ? '1' : name === 'type' ? 'site' : 'word');
  return parameters.reduce((path, name) => path.replace(`{${name}}`, valueOf(name)), `/api${address}`);
}

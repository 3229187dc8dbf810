import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { rowsBelow } from './support/documents.ts';
import { startPlatform, type Platform } from './support/platform.ts';

const endpoints = ['order_info', 'orders', 'pay_center', 'trades'];
/** Codes of all endpoints, which the page leaves to the reference. */
const everywhere = ['2/400', '2/406', '2/413', '2/415', '3/429', '4/401', '5/401', '6/401', '6/403', '7/500', '8/503'];
const general = new Set([...everywhere, '11/401', '13/403', '14/412']);

interface Reference {
  readonly paths: Readonly<Record<string, { readonly post: { readonly responses: Readonly<Record<string, Answer>> } }>>;
  readonly components: { readonly responses: Readonly<Record<string, Answer>> };
}

interface Answer {
  readonly $ref?: string;
  readonly description?: string;
}

describe('The error codes of docs/payments.md', () => {
  const rows = rowsBelow('docs/payments.md', 'Error codes');
  let platform: Platform;
  let reference: Reference;

  before(async () => {
    platform = await startPlatform();
    reference = (await platform.api.get('/api/openapi.json')).body as Reference;
  });
  after(() => platform.stop());

  endpoints.forEach((endpoint, index) => {
    it(`are those of POST /${endpoint}`, () => {
      const told = rows.flatMap(([code = '', , ...columns]) => {
        const statuses = columns[index]?.match(/\d{3}/g) ?? [];
        return statuses.map((status) => `${code}/${status}`);
      });
      expect(told).to.have.members(codesOf(reference, `/api/${endpoint}`));
    });
  });
});

/** Codes of an endpoint in the reference, without those of all endpoints. */
function codesOf({ paths, components }: Reference, path: string): string[] {
  const responses = Object.entries(paths[path]?.post.responses ?? {});
  const codes = responses.flatMap(([status, answer]) => {
    const { description = '' } = answer.$ref
      ? (components.responses[answer.$ref.split('/').at(-1) ?? ''] ?? {})
      : answer;
    return [...description.matchAll(/code (\d+):/g)].map(([, code = '']) => `${code}/${status}`);
  });
  return [...new Set(codes)].filter((code) => !general.has(code));
}

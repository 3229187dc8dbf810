import { expect } from 'chai';
import type { Test } from 'supertest';
import { prepared, started } from '../../../support/started.ts';
import { Contract, type Given } from '../../hosting/openapi/contract.ts';
import { itKeepsSecrets, outcome, secret, skipSlowHash, startUsers, type HeaderFields } from './support.ts';
import { rows, type Row } from './user_contract.ts';
import { encode, expectWire, type Encoding, type Fields } from './wire.ts';

/** How a request is sent. */
interface Sending {
  readonly fields: Fields;
  readonly encoding: Encoding;
}

const everybody = ['admin', 'planner', 'teacher', 'student', 'newcomer', '张三', 'manager', 'user9'];

describe('Operations of users', () => {
  const platform = started(startUsers);

  const contract = prepared(async () => new Contract((await platform.api.get('/api/openapi.json').expect(200)).body));

  skipSlowHash(() => platform);

  /** Each request has a token of its own, because some requests end all tokens. */
  async function credentials({ access }: Row): Promise<HeaderFields> {
    if (access === 'public') return {};
    return newToken(access === 'authenticated' ? 'student' : access.as);
  }

  async function newToken(nickname: string): Promise<HeaderFields> {
    const headers = await platform.as(nickname);
    secret(headers['X-Auth-Token']);
    return headers;
  }

  async function send(row: Row, request: Test, { fields, encoding }: Sending) {
    const answer = await encode(request.set(await credentials(row)), { ...fields, extra: 'dropped' }, encoding);
    if (answer.body.token) secret(answer.body.token as string);
    if (answer.body.jwt) secret(answer.body.jwt as string);
    return answer;
  }

  /** The document describes PUT under PATCH. */
  const expectPromised = (method: string, { address }: Row, answer: Given) =>
    contract.check(contract.operation(method === 'PUT' ? 'PATCH' : method, `/api${address}`), answer);

  const open = (method: string, path: string): Test =>
    platform.api[method.toLowerCase() as 'get'](`/api${path}`).set('Accept', 'application/json');

  for (const row of rows) {
    for (const method of row.methods) {
      const name = `${method} ${row.address}`;
      const [first = ''] = row.paths;

      for (const path of row.paths) {
        for (const encoding of path === first ? encodingsOf(row, method) : encodingsOf(row, method).slice(0, 1)) {
          it(`answer ${name} as ${path}, by ${encoding}, with exactly the specified fields and types`, async () => {
            const answer = await send(row, open(method, path), { fields: valuesOf(row), encoding });
            expect(outcome(answer)).to.equal('200');
            expectWire(answer.body, row.answer, name);
            expectPromised(method, row, answer);
          });
        }
      }

      if (method === 'PUT') continue;

      it(`accept the fields of ${name} only as specified`, async () => {
        const encoding = encodingsOf(row, method)[0]!;
        for (const [field, { required = false, wrong }] of Object.entries(row.fields)) {
          const { [field]: _left, ...others } = valuesOf(row);
          for (const nothing of [undefined, null, ''].slice(0, encoding === 'query' ? 1 : 3)) {
            const answer = await send(row, open(method, first), {
              fields: { ...others, [field]: nothing },
              encoding,
            });
            if (!required) expect(outcome(answer), `${field} ${String(nothing)}`).to.equal('200');
            else expectRefused(answer, field);
          }
          const values = encoding === 'query' ? wrong.filter(fitsQuery) : wrong;
          for (const value of values) {
            const answer = await send(row, open(method, first), { fields: { ...others, [field]: value }, encoding });
            expectRefused(answer, field);
            expectPromised(method, row, answer);
          }
        }
      });

      if (typeof row.access === 'object') {
        const { permission } = row.access;
        it(`require ${permission} at ${name}: 403, code 13`, async () => {
          for (const nickname of everybody) {
            const { roles } = await platform.kernel.services.users.byLogin(nickname).then((user) => user!);
            const mayCall = platform.kernel.services.roles.permissionsOf(roles).has(permission);
            // Without parameters, to be refused before anything happens.
            const answer = await open(method, first).set(await newToken(nickname));
            expect(outcome(answer), nickname).to.equal(mayCall ? '200' : '403/13');
            expectPromised(method, row, answer);
          }
        });
      }
    }
  }

  itKeepsSecrets(() => platform.logs);
});

function valuesOf({ fields }: Row): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
}

function encodingsOf({ fields, methods: [first] }: Row, method = first): readonly Encoding[] {
  if (method === 'GET') return ['query'];
  return Object.keys(fields).length > 0 ? ['JSON', 'form', 'multipart'] : ['JSON'];
}

/** In a query everything is text: `true` and 7 are valid words there, and `q[a]=1` is another name. */
function fitsQuery(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'string' || (typeof value === 'number' && value < 0);
}

function expectRefused(answer: { status: number; body: any }, field: string): void {
  expect(outcome(answer), field).to.equal('422/9');
  expect(answer.body.error.details.map((problem: any) => problem.field.split('.')[0])).to.deep.equal([field]);
}

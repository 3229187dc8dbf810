import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { served } from '../../../support/started.ts';
import { RawConnection } from '../../../support/raw_http.ts';
import { Contract, type Tree } from '../../hosting/openapi/contract.ts';

/** Operations that answer the key of the request. Custom overrides one of them without mentioning keys. */
const files = {
  'core/desk/module.json': manifest('desk'),
  'core/desk/resources/sales.mjs': `
    import { defineResource, input, raw } from 'lectern';
    const add = {
      open: true,
      accepts: { item: input.text() },
      returns: [raw],
      run: (services, { request }) => ({ key: request.idempotencyKey ?? null }),
    };
    export default defineResource('/sales', { add: { ...add, idempotent: true } });
    export const Questions = defineResource('/questions', { add });`,
  'core/desk/resources/questions.mjs': `export { Questions as default } from './sales.mjs';`,
  'core/desk/resources/rentals.ts': `
    import { accepts, idempotent, input, open, raw, resource, returns } from 'lectern';
    import type { OpenCall } from 'lectern';
    @resource('/rentals')
    export default class Rentals {
      @open @idempotent @returns(raw)
      add({ request }: OpenCall) { return { key: request.idempotencyKey ?? null, by: 'core' }; }
    }`,
  'custom/module.json': manifest('custom'),
  'custom/resources/rentals.mjs': `
    import { defineResource } from 'lectern';
    export default defineResource('/rentals', {
      add: { run: async (services, call, original) => ({ ...(await original()), by: 'custom' }) },
    });`,
};

describe('The header Idempotency-Key', () => {
  const { kernel, api } = served(files);

  const post = (path: string, key: string) => api.post(`/api${path}`).set('Idempotency-Key', key);

  it('reaches an idempotent operation unchanged', async () => {
    for (const key of ['1', '"8e03978e-40d5-43dd-bc93-6894a57f9324"', `!~${'x'.repeat(253)}`]) {
      expect((await post('/sales', key).send({ item: 'pen' }).expect(200)).body).to.deep.equal({ key });
    }
    const { body } = await api.post('/api/sales').send({ item: 'pen' }).expect(200);
    expect(body).to.deep.equal({ key: null });
  });

  it('is refused when it is malformed, before the input is checked', async () => {
    for (const key of ['', 'x'.repeat(256), 'a b', 'a\tb', 'é']) {
      const { body } = await post('/sales', key).send({}).expect(400);
      expect(body.error.code).to.equal(2);
      expect(body.error.message).to.match(/^The header Idempotency-Key must be 1 to 255 visible ASCII characters/);
    }
  });

  it('is refused when it is sent twice', async () => {
    const twice = 'Idempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Type: application/json\r\nContent-Length: 14';
    const connection = new RawConnection(kernel.url).send(
      `POST /api/sales HTTP/1.1\r\nHost: x\r\n${twice}\r\n\r\n{"item":"pen"}`,
    );
    expect((await connection.answer()).status).to.equal(400);
    connection.close();
  });

  it('is ignored by other operations', async () => {
    for (const key of ['k1', 'a b']) {
      expect((await post('/questions', key).send({ item: 'pen' }).expect(200)).body).to.deep.equal({ key: null });
    }
  });

  it('reaches an override of an idempotent operation', async () => {
    expect((await post('/rentals', 'k1').expect(200)).body).to.deep.equal({ key: 'k1', by: 'custom' });
    await post('/rentals', 'a b').expect(400);
  });

  it('is documented with its failures', async () => {
    const document = (await api.get('/api/openapi.json')).body as Tree;
    const paths = document['paths'];
    const { responses } = paths['/api/sales'].post;
    const [header] = new Contract(document).operation('POST', '/api/sales').tree['parameters'] as Tree[];
    expect(header).to.include({ name: 'Idempotency-Key', in: 'header' });
    expect(header).not.to.have.property('required');
    expect(header?.['schema']).to.deep.equal({ type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' });
    expect(responses['409']).to.deep.equal({ $ref: '#/components/responses/Conflict' });
    expect(responses['422'].$ref).to.contain('KeyReused');
    expect(paths['/api/rentals'].post.responses).to.have.property('409');
    expect(paths['/api/questions'].post.responses).not.to.have.property('409');
    expect(paths['/api/questions'].post.parameters).to.deep.equal([{ $ref: '#/components/parameters/Prefer' }]);
  });
});

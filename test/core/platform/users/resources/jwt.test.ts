import { expect } from 'chai';
import jsonwebtoken from 'jsonwebtoken';
import { prepared, started } from '../../../../support/started.ts';
import { startUsers } from '../support.ts';

describe('The audience of a JWT', () => {
  const platform = started(startUsers);

  const student = prepared(() => platform.as('student'));

  const audience = async (query: string, body: object = {}) => {
    const answer = await platform.api.post(`/api/auth/getJwt${query}`).set(student).send(body).expect(200);
    return (jsonwebtoken.decode(answer.body.jwt) as jsonwebtoken.JwtPayload).aud;
  };

  it('is read from the query of a POST, unless the body has it', async () => {
    expect(await audience('?audience=shop')).to.equal('shop');
    expect(await audience('?audience=shop', { audience: 'library' })).to.equal('library');
    expect(await audience('?audience=shop&aud=other')).to.equal('shop');
  });

  it('is checked in the query as in the body', async () => {
    const { body } = await platform.api.post('/api/auth/getJwt?audience=a%20b').set(student).expect(422);
    expect(body.error.details[0].field).to.equal('audience');
    await platform.api.post('/api/auth/getJwt?audience=a&audience=b').set(student).expect(422);
  });

  it('is an exception: POST /user/login reads its body only', async () => {
    const { body } = await platform.api.post('/api/user/login?username=student&password=Lectern-2026').expect(422);
    expect(body.error.details).to.have.length(2);
  });

  it('is a query parameter of GET in the OpenAPI document', async () => {
    const { body } = await platform.api.get('/api/openapi.json').expect(200);
    const { parameters } = body.paths['/api/auth/getJwt'].get as { parameters: { name: string; in: string }[] };
    const audience = parameters.find(({ name }) => name === 'audience');
    expect(audience).to.include({ in: 'query' }).and.not.have.property('required');
    expect(audience).to.have.property('schema').that.does.not.have.property('alsoInQuery');
  });
});

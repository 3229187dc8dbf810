import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type supertest from 'supertest';
import { Installation } from '../../../support/installation.ts';
import { files } from './gate.ts';

describe('The challenges of a 401', () => {
  const installation = new Installation(files);
  let api: ReturnType<typeof supertest>;

  before(async () => {
    ({ api } = await installation.serve());
  });
  after(() => installation.clear());

  it('name every kind of credential on a 401', async () => {
    const { headers } = await api.get('/api/reports').expect(401);
    expect(headers['www-authenticate']).to.equal('Basic realm="gate", Key realm="gate"');
  });

  it('omit Basic for requests of scripts', async () => {
    const { headers } = await api.get('/api/reports').set('Sec-Fetch-Dest', 'empty').expect(401);
    expect(headers['www-authenticate']).to.equal('Key realm="gate"');
    const navigated = await api.get('/api/reports').set('Sec-Fetch-Dest', 'document').expect(401);
    expect(navigated.headers['www-authenticate']).to.include('Basic');
  });
});

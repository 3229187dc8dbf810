import { expect } from 'chai';
import { served } from '../../../support/started.ts';
import { files } from './gate.ts';

describe('The challenges of a 401', () => {
  const { api } = served(files);

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

import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { started } from '../../../../../support/started.ts';
import { startUsers } from '../../support.ts';

const DAY_MS = 86_400_000;

describe('Access tokens', () => {
  const platform = started(startUsers);
  const issued: string[] = [];

  async function as(nickname: string): Promise<{ 'X-Auth-Token': string }> {
    const header = await platform.as(nickname);
    issued.push(header['X-Auth-Token']);
    return header;
  }

  it('are required by operations that are not open: 401, code 11', async () => {
    for (const path of ['/api/articles', '/api/articles/1', '/api/article_categories']) {
      const { body, headers } = await platform.api.get(path).expect(401);
      expect(body.error.code).to.equal(11);
      expect(headers['www-authenticate']).to.include('Token realm="lectern"');
    }
  });

  for (const path of ['/api/articles', '/api/settings/site']) {
    it(`are rejected at ${path} when they are unknown: 401, code 5`, async () => {
      const token = (await as('student'))['X-Auth-Token'];
      const wrong = [
        '',
        'x',
        token.slice(1),
        `${token}x`,
        token.toUpperCase(),
        `${token}, ${token}`,
        "' or 1=1 --",
        'ä',
      ];
      for (const value of wrong) {
        const { body, headers } = await platform.api.get(path).set('X-Auth-Token', value).expect(401);
        expect(body.error.code).to.equal(5);
        expect(headers['www-authenticate']).to.be.a('string');
      }
    });

    it(`are rejected at ${path} after their expiry: 401, code 5`, async () => {
      const header = await as('student');
      await platform.api.get(path).set(header).expect(200);
      const { database } = platform.kernel.services;
      const digest = digestOf(header['X-Auth-Token']);
      await database
        .table('user_tokens')
        .where({ digest })
        .update({ expires_at: new Date(Date.now() - 1_000) });
      // A token that was seen a moment ago may be remembered for a short time; one that is new to the server is not.
      const { body } = await platform.api.get(path).set(header).expect(401);
      expect(body.error.code).to.equal(5);
    });

    it(`are rejected at ${path} for a locked user: 401, code 6`, async () => {
      const { body } = await platform.api
        .get(path)
        .set(await as('locked'))
        .expect(401);
      expect(body.error.code).to.equal(6);
    });
  }

  it('are 256 random bits, stored as a digest for thirty days', async () => {
    const token = (await as('student'))['X-Auth-Token'];
    expect(Buffer.from(token, 'base64url')).to.have.length(32);
    const rows = (await platform.kernel.services.database.table('user_tokens').select()) as Record<string, any>[];
    const row = rows.find(({ digest }) => digest === digestOf(token))!;
    expect(row['expires_at'].getTime() - row['created_at'].getTime()).to.equal(30 * DAY_MS);
    for (const one of issued) expect(JSON.stringify(rows)).to.not.include(one);
  });

  it('do not appear in the log', () => {
    expect(issued).not.to.be.empty;
    const log = platform.logs.join('');
    expect(log).to.include('"route":"/articles"');
    for (const token of issued) expect(log).to.not.include(token);
  });
});

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

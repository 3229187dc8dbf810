import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import supertest from 'supertest';
import { startPlatform, type Platform } from '../../../../support/platform.ts';

describe('the reference page', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
  });

  after(() => platform.stop());

  it('is made of files of this installation only, none of them inline', async () => {
    const { text, headers } = await supertest(platform.url)
      .get('/docs')
      .expect(200)
      .expect('content-type', /^text\/html/);
    const links = [...text.matchAll(/<(?:link|script)\b[^>]* (?:src|href)="([^"]*)"/g)].map(
      ([, link]) => link as string,
    );
    expect(links).to.have.length(5);
    for (const link of links) await platform.api.get(link).expect(200);
    expect(links.every((link) => link.startsWith('/docs/'))).to.equal(true);
    expect(text).not.to.match(/<script>|<style>|\son\w+=/);
    expect(headers['content-security-policy']).to.contain("script-src 'self'");
  });
});

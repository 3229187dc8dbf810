import { expect } from 'chai';
import supertest from 'supertest';
import { signInForm } from '../../../../core/hosting/openapi/reference/reference_sign_in.ts';
import { Installation } from '../../../support/installation.ts';
import { started } from '../../../support/started.ts';
import { startPlatform } from '../../../support/platform.ts';

describe('The sign-in form of the reference page', () => {
  it('has no demo account in production', () => {
    expect(signInForm(false)).to.contain('<form id="sign-in" method="post" hidden>');
  });

  it('is absent if no operation signs in', async () => {
    const installation = new Installation({});
    const { api } = await installation.serve();
    expect((await api.get('/docs').expect(200)).text).not.to.contain('sign-in');
    await installation.clear();
  });
});

describe('The reference page', () => {
  const platform = started(() => startPlatform());

  it('has no reference for authors unless the kernel is created with one', () =>
    platform.api.get('/docs/reference').expect(404));

  it('answers 404 for an unknown version', async () => {
    const { body } = await platform.api.get('/docs?version=9').expect(404);
    expect(body.error).to.deep.equal({
      code: 10,
      message: 'There is no document of this version; the versions are 2 and 1.',
    });
    await platform.api.get('/docs?bodies=some').expect(422);
    await platform.api.get('/docs?version=1&from=elsewhere').expect(200);
  });

  it('loads files of this installation only, and has no inline scripts or styles', async () => {
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
    expect(text).to.contain('<form id="sign-in" method="post" data-prefilled hidden>');
    expect(headers['content-security-policy']).to.contain("script-src 'self'");
  });
});

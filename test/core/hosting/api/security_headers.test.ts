import { expect } from 'chai';
import { Installation } from '../../../support/installation.ts';
import { probe } from '../../kernel/http/probe.ts';

const ofAnswers = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const ofPages = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

describe('The security headers', () => {
  let installation: Installation;
  afterEach(() => installation.clear());

  async function headersFor(publicUrl: string) {
    installation = new Installation(probe);
    const { api } = await installation.serve({ config: { http: { publicUrl } } });
    const headersOf = async (path: string) => (await api.get(path)).headers as Record<string, string>;
    const answers = await Promise.all(['/api/plugins/probe/echoes', '/api/nothing'].map(headersOf));
    const pages = await Promise.all(['/docs', '/readyz', '/api/openapi.json', '/nowhere'].map(headersOf));
    return { answers, pages };
  }

  it('match those of helmet, with Strict-Transport-Security if the public URL is https', async () => {
    const { answers, pages } = await headersFor('https://school.example.com');
    for (const headers of answers) expect(headers).to.include(ofAnswers);
    for (const headers of pages.slice(0, 3)) expect(headers).to.include(ofPages);
    for (const headers of pages) expect(headers['content-security-policy']).to.include('frame-ancestors');
    for (const headers of [...answers, ...pages]) {
      expect(headers['strict-transport-security']).to.match(/^max-age=\d{8}; includeSubDomains$/);
      expect(headers).to.not.have.property('x-powered-by');
    }
  });

  it('omit Strict-Transport-Security if the public URL is http', async () => {
    const { answers, pages } = await headersFor('http://school.example.com');
    for (const headers of [...answers, ...pages]) expect(headers).to.not.have.property('strict-transport-security');
  });
});

import { expect } from 'chai';
import type { Kernel } from 'lectern/host';
import supertest from 'supertest';
import { Installation } from '../../../support/installation.ts';
import { probe } from './probe.ts';

describe('The Express application', () => {
  const installation = new Installation(probe);
  let kernel: Kernel;

  before(async () => {
    ({ kernel } = await installation.serve());
  });
  after(() => installation.clear());

  for (const path of ['/api/plugins/probe/echoes/1', '/api/nothing', '/api/openapi.json', '/apis', '/healthz']) {
    it(`answers ${path} in another server as in that of the kernel`, async () => {
      const [served, mounted] = [await supertest(kernel.url).get(path), await supertest(kernel.app).get(path)];
      const told = ({ status, text, headers }: typeof served) => [status, text, Object.keys(headers).sort()];
      expect(told(served)).to.deep.equal(told(mounted));
    });
  }
});

import { expect } from 'lectern/testing';
import type { Response } from 'supertest';
import { started } from '../../support/started.ts';
import { startPlatform } from '../../support/platform.ts';

describe('expect(answer).to.match.openapi', () => {
  const test = started(() => startPlatform());
  let student: { 'X-Auth-Token': string };

  before(async () => {
    student = await test.as('student');
  });

  const get = (path: string) => test.api.get(path).set(student);
  /** A copy of an answer with replaced parts. */
  const otherwise = (answer: Response, part: Partial<Record<keyof Response, unknown>>): unknown =>
    Object.assign(Object.create(answer) as object, part);
  const failure = (answer: unknown): string => {
    try {
      expect(answer).to.match.openapi;
    } catch (error) {
      return (error as Error).message;
    }
    return 'nothing';
  };

  for (const path of [
    '/api/articles',
    '/api/article/1',
    '/api/articles/1?fields=id,title',
    '/api/articles/999',
    '/api/articles?limit=nonsense',
    '/api/plugins/vip/vip_level',
    '/api/settings/coin',
    '/api/courses/2?fields=id,vipLevelName',
  ]) {
    it(`holds for GET ${path}`, async () => {
      expect(await get(path)).to.match.openapi;
    });
  }

  it('holds for 401, for answers to HEAD, and for 304', async () => {
    expect(await test.api.get('/api/articles/1').expect(401)).to.match.openapi;
    expect(await test.api.head('/api/articles/1').set(student).expect(200)).to.match.openapi;
    const { headers } = await get('/api/articles/1');
    expect(
      await get('/api/articles/1')
        .set('If-None-Match', headers['etag'] ?? '')
        .expect(304),
    ).to.match.openapi;
  });

  it('fails for a status that is not declared', async () => {
    const answer = await get('/api/articles/1');
    expect(failure(otherwise(answer, { status: 418 }))).to.equal(
      'GET /api/articles/1 answered 418: the OpenAPI document does not list the status 418; declare it, with @fails or in the shape, or answer otherwise',
    );
  });

  it('fails for a body that differs from its schema, and names the field', async () => {
    const answer = await get('/api/articles/1');
    const body = { ...answer.body, title: 7 };
    expect(failure(otherwise(answer, { body })))
      .to.include('GET /api/articles/1 answered 200')
      .and.include('title');
    const { title: _, ...rest } = answer.body;
    expect(failure(otherwise(answer, { body: rest }))).to.include("must have required property 'title'");
  });

  it('accepts the selected fields alone, and checks their types', async () => {
    const answer = await get('/api/articles/1?fields=id');
    expect(answer.body).to.deep.equal({ id: '1' });
    expect(failure(answer)).to.equal('nothing');
    expect(failure(otherwise(answer, { body: { id: 1 } }))).to.include('answered 200');
  });

  it('fails for a missing header and for another media type', async () => {
    const answer = await get('/api/articles/1');
    const { etag: _, ...headers } = answer.headers as Record<string, string>;
    expect(failure(otherwise(answer, { headers }))).to.include('ETag');
    const html = { ...answer.headers, 'content-type': 'text/html' };
    expect(failure(otherwise(answer, { headers: html }))).to.include('text/html');
  });

  it('fails for an undeclared header, except in error answers', async () => {
    const beyond = { 'x-beyond': 'yes', 'access-control-allow-origin': '*' };
    const added = (answer: Response) => failure(otherwise(answer, { headers: { ...answer.headers, ...beyond } }));
    expect(added(await get('/api/articles/1'))).to.equal(
      'GET /api/articles/1 answered 200: the OpenAPI document does not list the header x-beyond; declare it by "headers" of @resource or of the operation hook',
    );
    expect(added(await get('/api/articles/999'))).to.equal('nothing');
  });

  it('fails for an address that is not in the document, and can be negated', async () => {
    const answer = await get('/api/nothing');
    expect(failure(answer)).to.equal('the OpenAPI document does not describe GET /api/nothing');
    expect(answer).to.not.match.openapi;
  });

  it('explains a value that is no answer, or an answer of another server', async () => {
    expect(failure({ status: 200 })).to.include('expected an answer of supertest');
    const elsewhere = { status: 200, headers: {}, request: { method: 'GET', url: 'http://127.0.0.1:1/api/articles' } };
    expect(failure(elsewhere)).to.include('is not served by a running test kernel');
  });

  it('keeps the assertion `match` of chai', () => {
    expect('chalk').to.match(/^ch/);
    expect(() => expect('chalk').to.match(/x/)).to.throw("expected 'chalk' to match /x/");
  });

  it('has its OpenAPI document in test.document', () => {
    expect(test.document).to.have.property('openapi', '3.1.0');
    expect(test.document['paths']).to.have.property('/api/articles/{id}');
  });
});

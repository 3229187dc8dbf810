import { expect } from 'chai';
import fc from 'fast-check';
import { knownTag, originalTags, revisionsIn } from '../../../../core/kernel/http/entity_tag.ts';
import { served } from '../../../support/started.ts';
import { shelf } from './shelf.ts';

/** What a proxy makes of a tag: weak, and with the name of its coding. */
const rewriting = fc
  .tuple(
    fc.constantFrom('', 'W/'),
    fc.constantFrom('', '-', '--', ';', ':'),
    fc.constantFrom('gzip', 'br', 'zstd', 'deflate'),
  )
  .map(
    ([weak, mark, coding]) =>
      (tag: string) =>
        weak + tag.replace(/^W\//, '').replace(/"$/, mark && `${mark}${coding}`) + '"',
  );
const otherTags = fc.array(fc.constantFrom('"x"', 'W/"9,9"', 'nothing', '"-gzip"', '""', ''), { maxLength: 3 });

describe('Entity tags', () => {
  const { api } = served(shelf);

  const tagOf = async (path = '/api/books/7') => (await api.get(path).expect(200)).headers['etag'] as string;

  it('are sent with every read, and are equal for equal answers only', async () => {
    const tag = await tagOf();
    expect(tag).to.match(/^"1\.[\w-]{27}"$/);
    expect(await tagOf()).to.equal(tag);
    expect(await tagOf('/api/books/7?fields=id')).not.to.equal(tag);
    expect(await tagOf('/api/books')).to.match(/^"[\w-]{27}"$/);
    expect((await api.head('/api/books/7')).headers['etag']).to.equal(tag);
  });

  it('in If-Match refuse changes of an object with another revision', async () => {
    const tag = await tagOf();
    const change = (title: string, seen: string) => api.patch('/api/books/7').set('If-Match', seen).send({ title });
    await change('Second', tag).expect(200);
    const { body } = await change('Third', tag).expect(412);
    expect(body.error).to.deep.equal({ code: 14, message: 'The object was changed meanwhile; read it again.' });
    for (const seen of ['"x"', '2', 'W/"1.abc"', 'W/2.abc', '"2"', "' or 1=1"]) await change('Third', seen).expect(412);
    await change('Third', `"9.abc", ${await tagOf()}`).expect(200);
    await change('Fourth', '*').expect(200);
    await api.patch('/api/books/7').send({ title: 'Fifth' }).expect(200);
  });

  it('count as known and seen in each form that compressing proxies give them', async () => {
    const paths = ['/api/books', '/api/books/7', '/docs', '/docs/start.css', '/assets/shelf/note.txt'];
    const tags = new Map(await Promise.all(paths.map(async (path) => [path, await tagOf(path)] as const)));
    const known = fc.tuple(fc.constantFrom(...paths), rewriting, otherTags, fc.boolean());
    await fc.assert(
      fc.asyncProperty(known, async ([path, rewrite, others, isWhole]) => {
        const tag = tags.get(path) as string;
        const sent = rewrite(isWhole ? tag : tag.replace('"', '"x'));
        const list = [...others, sent].join(', ');
        const { status, headers } = await api.get(path).set('If-None-Match', list);
        expect(status, `${path} ${list}`).to.equal(isWhole ? 304 : 200);
        if (!path.startsWith('/assets')) expect(headers['etag']).to.equal(isWhole ? sent : tag);
      }),
      { numRuns: 100 },
    );
    await fc.assert(
      fc.asyncProperty(rewriting, otherTags, fc.boolean(), async (rewrite, others, isCurrent) => {
        const current = await tagOf();
        const seen = rewrite(isCurrent ? current : current.replace(/\d+/, (revision) => String(Number(revision) + 1)));
        const { status } = await api
          .patch('/api/books/7')
          .set('If-Match', [...others, seen].join(','))
          .send({ title: seen });
        expect(status, seen).to.equal(isCurrent ? 200 : 412);
      }),
      { numRuns: 40 },
    );
    await api.get('/assets/shelf/note.txt').set('If-None-Match', '*').expect(304);
  });

  it('are parsed in linear time', () => {
    const codings = ['-a', '-gzip', '--a', ';a', ':b9'].map((part) => `"${part.repeat(14_000 / part.length)}."`);
    const lists = ['"', '",', 'W/"', '-gzip', '"1.a-', ' *'].map((part) => part.repeat(14_000 / part.length));
    for (const text of [...codings, ...lists]) {
      const times = Array.from({ length: 5 }, () => {
        const before = process.cpuUsage();
        for (const parse of [revisionsIn, originalTags]) parse(text);
        knownTag(text, '"1.abc"');
        return process.cpuUsage(before).user / 1_000;
      });
      // The longest headers take up to 3 ms, and 130 to 300 ms with a parser that goes back.
      expect(Math.min(...times), text.slice(0, 20)).to.be.below(15);
    }
  });

  it('in If-None-Match of a write are refused', async () => {
    for (const sent of ['*', await tagOf()]) {
      const { body } = await api.patch('/api/books/7').set('If-None-Match', sent).send({ title: 'Never' }).expect(412);
      expect(body.error.message).to.equal('This operation does not support If-None-Match; omit it.');
    }
  });

  it('in If-Match are refused by operations that do not support it', async () => {
    const { body } = await api
      .delete('/api/books/7')
      .set('If-Match', await tagOf())
      .expect(412);
    expect(body.error.message).to.equal('This operation does not support If-Match; omit it.');
    await api.delete('/api/books/7').set('If-Match', '*').expect(200);
    await api.get('/api/books/7').set('If-Match', '"x"').expect(200);
  });

  it('are not sent with failures, which have no-store', async () => {
    const failures = [
      [404, await api.get('/api/nothing')],
      [404, await api.get('/nowhere')],
      [404, await api.get('/api/books/none')],
      [405, await api.put('/api/books')],
      [401, await api.post('/api/key/lists').send({ n: 1 })],
      [422, await api.post('/api/key/lists').set('X-Key', 'k').send({})],
    ] as const;
    for (const [expected, { status, headers }] of failures) {
      expect(status).to.equal(expected);
      expect(headers)
        .to.include({ 'cache-control': 'no-store', vary: 'Accept, X-Key, Cookie' })
        .and.not.have.property('etag');
    }
  });

  it('leave the address of a created object to Location', async () => {
    const { headers, body } = await api.post('/api/books').send({ title: 'New' }).expect(201);
    expect(headers['location']).to.equal('/api/books/8');
    expect(body).to.deep.equal({ id: '8', title: 'New' });
  });

  it('are documented with 304, 412 and If-Match', async () => {
    const { paths } = (await api.get('/api/openapi.json')).body;
    expect(paths['/api/books'].post.responses['201'].headers).to.have.property('Location');
    expect(paths['/api/books/{id}'].get.responses).to.have.property('304');
    const { patch, delete: remove } = paths['/api/books/{id}'];
    for (const write of [patch, remove]) expect(write.responses).to.have.property('412');
    const namesOf = (write: typeof patch) =>
      write.parameters.map((one: Record<string, string>) => one['name'] ?? one['$ref']);
    expect(namesOf(patch)).to.include('#/components/parameters/If_Match');
    expect(namesOf(remove)).not.to.include('#/components/parameters/If_Match');
  });
});

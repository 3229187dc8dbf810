import { expect } from 'chai';
import { runCommand } from '../../../support/command.ts';
import { Installation, manifest } from '../../../support/installation.ts';
import { served } from '../../../support/started.ts';
import { Contract, type Tree } from '../../hosting/openapi/contract.ts';

const names = `import { defineResource, downgrade, field, input, inputsOf, listOf, nested, pageOf, paging, shape, upgrade } from 'lectern';`;

const person = `${names}
export const person = downgrade(shape('Person').mode('public', { first: field.text('First.'), last: field.text('Last.') }), {
  2: { first: { name: field.from(field.text('Whole name.'), ({ first, last }) => first + ' ' + last) }, last: {} },
});`;

const newest = `shape('Talk').mode('public', {
  id: field.intString('Id.'),
  minutes: field.int('Minutes.'),
  by: nested(person, 'public', 'Speaker.'),
  tags: field.list(field.text('Tag.'), 'Tags.'),
}).mode('full', { notes: field.text('Notes.') })`;

const differences = `{
  2: {
    minutes: { length: field.from(field.text('Length.'), ({ minutes }) => minutes + ' min') },
    by: { speaker: nested(person, 'public', 'Speaker.') },
    tags: {},
    notes: { remarks: field.text('Remarks.') },
  },
  1: { length: { duration: field.text('Duration.') } },
}`;

const shapeFile = (talk: string) => `${names} import { person } from './person.js'; export const talk = ${talk};`;

const resource = `${names} import { talk } from '../talk.js';
const talks = [{ id: 1, minutes: 45, by: { first: 'Ann', last: 'Lee' }, tags: ['a'], notes: 'none' }];
const newTalk = upgrade({ minutes: input.integer({ maximum: 90 }), tags: input.list(input.text()) }, {
  2: { minutes: input.from({ length: input.text({ pattern: '^[0-9]+ min$', expected: 'minutes' }) }, ({ length }) => Number.parseInt(length)),
       tags: input.from({}, () => ['untagged']) },
  1: { length: input.from({ duration: input.integer() }, ({ duration }) => duration + ' min') },
});
export default defineResource('/plugins/hall/talks', {
  search: { open: true, accepts: paging, returns: [downgrade(pageOf(talk), { 1: { items: 'data', from: 'offset' } }), 'public'],
    run: () => ({ data: talks, total: 1 }) },
  get: { open: true, returns: [talk, 'full'], run: () => talks[0] },
  add: { open: true, accepts: newTalk, returns: [talk, 'public'], run: (_services, { input }) => ({ ...talks[0], ...input }) },
});`;

const hall = (talk = `downgrade(${newest}, ${differences})`, folder = 'plugins/hall') => ({
  [`${folder}/module.json`]: manifest('hall'),
  [`${folder}/person.js`]: person,
  [`${folder}/talk.js`]: shapeFile(talk),
  [`${folder}/resources/talks.js`]: resource,
});

const versions = { newest: 3 };
const accept = (version: number) => `application/vnd.any.v${version}+json`;
const path = '/api/plugins/hall/talks';

describe('An older version of a shape', () => {
  const deprecatedVersions = { 1: { deprecated: '2026-01-01', sunset: '2027-01-01', link: '/changes' } };
  const { api } = served(hall(), { config: { http: { versions, deprecatedVersions } } });
  const get = async (version: number, address: string) =>
    (await api.get(address).set('Accept', accept(version)).expect(200)).body as unknown;
  const add = (version: number, body: object) => api.post(path).set('Accept', accept(version)).send(body);

  const [three, two, one] = [
    { id: '1', minutes: 45, by: { first: 'Ann', last: 'Lee' }, tags: ['a'] },
    { id: '1', length: '45 min', speaker: { name: 'Ann Lee' } },
    { id: '1', duration: '45 min', speaker: { name: 'Ann Lee' } },
  ];

  it('is answered to clients of that version, by get', async () => {
    expect(await get(3, `${path}/1`)).to.deep.equal({ ...three, notes: 'none' });
    expect(await get(2, `${path}/1`)).to.deep.equal({ ...two, remarks: 'none' });
    expect(await get(1, `${path}/1`)).to.deep.equal({ ...one, remarks: 'none' });
  });

  it('is answered by lists, in the form of the version', async () => {
    const position = { total: 1, offset: 0, limit: 10 };
    expect(await get(3, path)).to.deep.equal({ data: [three], paging: position });
    expect(await get(2, path)).to.deep.equal({ data: [two], paging: position });
    expect(await get(1, path)).to.deep.equal({ items: [one], from: 0 });
    expect(await get(2, `${path}?fields=length`)).to.deep.equal({ data: [{ length: '45 min' }], paging: position });
  });

  it('is answered to requests without a version, whose default stays 2', async () => {
    const { body, headers } = await api.get(`${path}/1`).expect(200);
    expect(body).to.include({ length: '45 min' });
    expect(headers['api-version']).to.equal('2');
    await api
      .get(path)
      .set('Accept', accept(4))
      .expect(406, /v1\+json.*v2\+json.*v3\+json/);
  });

  it('accepts the input of that version', async () => {
    expect((await add(3, { minutes: 30, tags: [] }).expect(200)).body).to.deep.equal({
      ...three,
      minutes: 30,
      tags: [],
    });
    expect((await add(2, { length: '30 min' }).expect(200)).body).to.deep.equal({ ...two, length: '30 min' });
    expect((await add(1, { duration: 30 }).expect(200)).body).to.deep.equal({ ...one, duration: '30 min' });
  });

  it('refuses input in the words of that version', async () => {
    const problem = async (version: number, body: object) =>
      ((await add(version, body).expect(422)).body as { error: { details: unknown } }).error.details;
    const longest = 'must be an integer from 0 to 90';
    expect(await problem(3, { minutes: 91, tags: [] })).to.deep.equal([{ field: 'minutes', message: longest }]);
    expect(await problem(2, { minutes: 30 })).to.deep.equal([{ field: 'length', message: 'is missing' }]);
    expect(await problem(2, { length: 'long' })).to.deep.equal([{ field: 'length', message: 'must be minutes' }]);
    expect(await problem(2, { length: '91 min' })).to.deep.equal([{ field: 'length', message: longest }]);
    expect(await problem(1, { duration: 91 })).to.deep.equal([{ field: 'duration', message: longest }]);
  });

  it('refuses unknown fields by the names of that version, with strict handling', async () => {
    const { body } = await add(2, { length: '1 min', minutes: 3 }).set('Prefer', 'handling=strict').expect(422);
    expect(body.error.details).to.deep.equal([{ field: 'minutes', message: 'is not known' }]);
  });

  it('is described by the document of that version, which its answers fit', async () => {
    for (const version of [1, 2, 3]) {
      const document = new Contract((await api.get(`/api/openapi.json?version=${version}`).expect(200)).body as Tree);
      for (const [method, template, address] of [
        ['GET', path, path],
        ['GET', `${path}/{id}`, `${path}/1`],
      ] as const) {
        const { status, headers, body } = await api.get(address).set('Accept', accept(version));
        const operation = document.operation(method, template);
        document.check(operation, { status, headers, body });
        expect(document.undeclaredHeaders(operation, { status, headers })).to.deep.equal([]);
      }
      const { properties } = document.operation('POST', path).tree['requestBody'].content['application/json'].schema;
      expect(Object.keys(properties as Tree)).to.deep.equal(
        [['duration'], ['length'], ['minutes', 'tags']][version - 1],
      );
      const talk = document.document['components'].schemas.TalkFull as Tree;
      expect(talk['required']).to.include(['duration', 'length', 'minutes'][version - 1]);
    }
  });

  it('carries the deprecation of its version, and no other version does', async () => {
    const { headers } = await api.get(path).set('Accept', accept(1)).expect(200);
    expect(headers).to.include({ deprecation: '@1767225600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' });
    expect(headers['link']).to.include('</changes>; rel="deprecation"');
    const failed = await api.get('/api/nothing').set('Accept', accept(1)).expect(404);
    expect(failed.headers).to.include({ deprecation: '@1767225600' });
    expect((await api.get(path).set('Accept', accept(2)).expect(200)).headers).not.to.have.any.keys(
      'deprecation',
      'sunset',
    );
  });
});

describe('A downgrade', () => {
  for (const [talk, message] of [
    [
      `downgrade(${newest}, { 2: { minute: {} } })`,
      'version 2 replaces "minute", which the next version does not have; did you mean "minutes"?',
    ],
    [`downgrade(${newest}, { 2: { minutes: { id: field.text('') } } })`, 'version 2 has "id" twice'],
    [`downgrade(${newest}, { two: {} })`, 'write the numbers of versions as 1, 2, and so on'],
  ] as const) {
    it(`is refused: ${message}`, async () => {
      const installation = new Installation(hall(talk));
      try {
        const { kernel } = await installation.serve();
        expect(kernel.failedPlugins[0]?.reason).to.include(message);
      } finally {
        await installation.clear();
      }
    });
  }
});

describe('lectern plan', () => {
  it('names the versions that a change breaks', async () => {
    const installation = new Installation({
      ...hall(newest),
      ...hall(`downgrade(${newest}, { 1: { tags: {} } })`, 'drops/hall'),
      'config/default.json': JSON.stringify({ http: { versions } }),
    });
    try {
      const { out } = await runCommand(installation.root, 'plan', 'drops/hall');
      expect(out).to.match(
        /Breaks \(\d+\):\n(.*\n)* {2}GET \/api\/plugins\/hall\/talks: answer\.tags is gone \(.*\), in version 1\n/,
      );
    } finally {
      await installation.clear();
    }
  });
});

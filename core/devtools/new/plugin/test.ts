import type { PluginNames, PluginTerms } from './names.ts';

const ofPlatform = {
  type: "{ 'X-Auth-Token': string }",
  modules: "[new URL('../..', import.meta.url)]",
  student: "await test.as('student')",
  teacher: "await test.as('teacher')",
};

/** A host without the platform has no users: a plugin of the tests identifies callers by a header. */
const ofHeader = {
  type: "{ 'X-Caller': string }",
  modules: "['../..', '../fixtures/callers'].map((path) => new URL(path, import.meta.url))",
  student: "{ 'X-Caller': '7001' }",
  teacher: "{ 'X-Caller': '7002' }",
};

/** Text of `test/resources/notes.test.ts`, which passes unchanged. */
export const test = ({ plugin, address }: PluginNames, { platform }: PluginTerms): string =>
  textOf(plugin, address, platform ? ofPlatform : ofHeader);

const textOf = (
  plugin: string,
  address: string,
  callers: typeof ofPlatform,
): string => `import { createTestKernel, expect } from 'lectern/testing';
import type { TestKernel } from 'lectern/testing';

const address = '/api${address}';

describe('${plugin}', () => {
  let test: TestKernel;
  let student: ${callers.type};

  before(async () => {
    test = await createTestKernel({ modules: ${callers.modules} });
    student = ${callers.student};
  });
  afterEach(() => test.reset());
  after(() => test?.stop());

  const add = (given: object) => test.api.post(address).set(student).send(given);
  const textsOf = async (query: string) => {
    const answer = await test.api.get(\`\${address}?\${query}\`).set(student).expect(200);
    expect(answer).to.match.openapi;
    return answer.body.data.map(({ text }: { text: string }) => text);
  };

  it('stores a note', async () => {
    test.clock.set('2026-01-31T08:00:00Z');
    const added = await add({ text: 'Buy chalk' }).expect(201);
    expect(added).to.match.openapi;
    expect(added.body.text).to.equal('Buy chalk');
    expect(new Date(added.body.createdTime)).to.deep.equal(new Date('2026-01-31T08:00:00Z'));

    const listed = await test.api.get(address).set(student).expect(200);
    expect(listed).to.match.openapi;
    expect(listed.body.data).to.deep.equal([added.body]);
  });

  it('filters, sorts and pages notes', async () => {
    await add({ text: 'Ann' });
    await add({ text: 'Cid', pinned: true });
    await add({ text: 'Bob', pinned: true });
    expect(await textsOf('pinned=true&sort=-text')).to.deep.equal(['Cid', 'Bob']);
    expect(await textsOf('sort=text&offset=1&limit=1')).to.deep.equal(['Bob']);
  });

  it('changes the given fields of a note', async () => {
    const added = (await add({ text: 'Old' }).expect(201)).body;
    const changed = await test.api.patch(\`\${address}/\${added.id}\`).set(student).send({ pinned: true }).expect(200);
    expect(changed).to.match.openapi;
    expect(changed.body).to.deep.equal({ ...added, pinned: true });
  });

  it('hides a note from other users', async () => {
    const { id } = (await add({ text: 'A secret' }).expect(201)).body;
    const [item, teacher] = [\`\${address}/\${id}\`, ${callers.teacher}];
    expect(await test.api.get(item).set(teacher).expect(404)).to.match.openapi;
    expect(await test.api.patch(item).set(teacher).send({ text: 'Mine' }).expect(404)).to.match.openapi;
    expect(await test.api.delete(item).set(teacher).expect(404)).to.match.openapi;
    expect((await test.api.get(address).set(teacher).expect(200)).body.paging.total).to.equal(0);
  });

  it('deletes a note', async () => {
    const { id } = (await add({ text: 'Old' }).expect(201)).body;
    expect(await test.api.delete(\`\${address}/\${id}\`).set(student).expect(200)).to.match.openapi;
    expect(await test.api.get(\`\${address}/\${id}\`).set(student).expect(404)).to.match.openapi;
  });

  it('refuses a note without a text', async () => {
    expect(await test.api.post(address).set(student).send({}).expect(422)).to.match.openapi;
  });

  it('refuses callers who have not signed in', async () => {
    expect(await test.api.get(address).expect(401)).to.match.openapi;
  });
});
`;

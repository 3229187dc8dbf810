import { expect } from 'chai';
import { cover, kinds, LARGE_ID } from './goods_inputs.ts';
import { expectTransitions } from '../goods/goods_cases.ts';
import { Manager } from './manager.ts';
import { idsOf, type Row } from './support.ts';
import { started } from '../../../support/started.ts';

/** A row whose users are replaced by their ids. */
function told(row: Row): Row {
  const { teachers, headTeacher, ...more } = row;
  return {
    ...more,
    ...(teachers && { teachers: teachers.map(({ id }: Row) => id as string) }),
    ...(headTeacher && { headTeacher: headTeacher.id as string }),
  };
}

for (const { path, word, everything, said, shown } of kinds) {
  describe(`editing ${path}`, () => {
    const manager = started(() => Manager.start());

    before(async () => {
      const { database } = manager.platform.kernel.services;
      await database.table('course_categories').insert({ id: LARGE_ID, name: 'Large', code: 'large' });
    });

    const least = path === '/courses' ? { title: 'A new one', courseSetId: '1' } : { title: 'A new one' };
    const make = (draft: Row = {}) => manager.make(path, { ...least, ...draft });
    const read = async (id: string) => told(await manager.read(`${path}/${id}`));
    const change = (id: string, draft: Row) => manager.send('patch', `${path}/${id}`, draft);
    const remove = (id: string) => manager.send('delete', `${path}/${id}`);
    const asVisitor = (id: string) => manager.platform.api.get(`/api${path}/${id}`);
    const maxRate = async (id: string): Promise<number> => {
      const { database } = manager.platform.kernel.services;
      return (await database.table(path.slice(1)).where({ id }).first('max_rate'))?.['max_rate'] as number;
    };

    it('creates a draft that only managers see until it is published', async () => {
      const { body, headers } = await manager.send('post', path, least).expect(201);
      expect(headers['location']).to.equal(`/api${path}/${body.id}`);
      expect(body.status).to.equal('draft');
      await asVisitor(body.id).expect(404);
      expect((await change(body.id, { status: 'published' }).expect(200)).body.status).to.equal('published');
      expect((await asVisitor(body.id).expect(200)).body.title).to.equal('A new one');
    });

    it('stores every field that it accepts', async () => {
      const { id } = await make({ ...everything, ...said, cover });
      const found = await read(id);
      expect(found).to.deep.include({ ...everything, ...shown });
      expect(found['cover']).to.deep.equal({ ...cover, large: `${manager.platform.url}/files/l.png` });
      if ('recommendedTime' in found) expect(found['recommendedTime']).to.equal(found['createdTime']);
      if ('maxRate' in said) expect(await maxRate(id)).to.equal(70);
    });

    it('changes every field, and keeps fields that are not given', async () => {
      const { id } = await make();
      await change(id, { ...everything, ...said, cover }).expect(200);
      const found = await read(id);
      expect(found).to.deep.include({ ...everything, ...shown });
      await change(id, {}).expect(200);
      expect(await read(id)).to.deep.equal({ ...found, updatedTime: (await read(id))['updatedTime'] });
      await change(id, { title: 'Other' }).expect(200);
      expect(await read(id)).to.deep.include({ ...everything, ...shown, title: 'Other' });
    });

    it('updates the search by title', async () => {
      const { id } = await make({ title: 'Zebra crossing', status: 'published' });
      const found = async (title: string) => idsOf(await manager.platform.api.get(`/api${path}`).query({ title }));
      expect(await found('ebra')).to.deep.equal([id]);
      await change(id, { title: 'Quokka' }).expect(200);
      expect(await found('ebra')).to.deep.equal([]);
      expect(await found('quokk')).to.deep.equal([id]);
    });

    it('permits certain changes of the status only', () => expectTransitions(word, { make, change }));

    it('removes an object once', async () => {
      const { id } = await make({ status: 'published' });
      await remove(id).expect(200, { success: true });
      const { body } = await remove(id).expect(404);
      expect(body.error).to.deep.equal({ code: 10, message: `There is no ${word.slice(2)} ${id}.` });
      await asVisitor(id).expect(404);
    });

    it('names a missing object', async () => {
      const { body } = await change('999999', { title: 'x' }).expect(404);
      expect(body.error).to.deep.equal({ code: 10, message: `There is no ${word.slice(2)} 999999.` });
    });

    it('rejects a change of an outdated revision: 412', async () => {
      const { id } = await make();
      const tag = await manager.tag(`${path}/${id}`);
      await change(id, { title: 'First' }).set('If-Match', tag).expect(200);
      const { body } = await change(id, { title: 'Second' }).set('If-Match', tag).expect(412);
      expect(body.error.code).to.equal(14);
      await remove(id).set('If-Match', tag).expect(412);
      expect((await read(id))['title']).to.equal('First');
      await change('999999', { title: 'x' }).set('If-Match', tag).expect(404);
      await remove(id)
        .set('If-Match', await manager.tag(`${path}/${id}`))
        .expect(200);
    });

    it('accepts one of many changes of the same revision', async () => {
      const { id } = await make();
      const tag = await manager.tag(`${path}/${id}`);
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => change(id, { title: `T${index}` }).set('If-Match', tag)),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(won).to.have.length(1);
      expect(answers.filter(({ status }) => status === 412)).to.have.length(19);
      expect((await read(id))['title']).to.equal(won[0]!.body.title);
    });
  });
}

import { expect } from 'chai';
import { startOwnPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';
import { kinds, sentBy } from '../../courses/support.ts';

describe('Prepared statements of lists of goods', () => {
  const platform = started(() => startOwnPlatform({ modules: { database: { preparedStatements: true } } }));

  const listsOf = async (path: string, table: string) => {
    const sent = await sentBy(() => platform.api.get(path).expect(200));
    const ofLists = sent.filter(({ text }) => text.includes(`from "${table}"`));
    expect(ofLists).to.have.length(2);
    return ofLists;
  };
  const namesOf = async (path: string, table: string) => (await listsOf(path, table)).map(({ name }) => name);

  for (const { path, table, sorts } of kinds) {
    it(`have the same names for similar lists of ${path}`, async () => {
      for (const query of ['', `sort=-${sorts[0]}`, 'categoryId=1&title=course']) {
        const first = await namesOf(`${path}?${query}`, table);
        expect(first.every((name) => name !== undefined)).to.equal(true);
        const other = query.replace('=1', '=2').replace('course', 'room');
        expect(await namesOf(`${path}?${other}&offset=3&limit=7`, table)).to.deep.equal(first);
      }
    });

    it(`have other names for other lists of ${path}`, async () => {
      const queries = [`sort=${sorts[0]}`, `sort=-${sorts[0]}`, `sort=${sorts[1]}`, 'categoryId=1', 'title=a'];
      const sent = [];
      for (const query of queries) sent.push(...(await listsOf(`${path}?${query}`, table)));
      // Totals do not depend on the order of a list.
      expect(new Set(sent.map(({ text }) => text)).size).to.equal(queries.length + 3);
      expect(new Set(sent.map(({ name }) => name)).size).to.equal(queries.length + 3);
    });

    it(`are not used for orders of ${path} by several keys`, async () => {
      const query = `sort=${sorts[0]},-${sorts[1]}`;
      expect(await namesOf(`${path}?${query}`, table)).to.deep.equal([undefined, undefined]);
    });
  }

  it('are not used for conditions and columns of plugins', async () => {
    const { courses } = platform.kernel.services;
    const page = { status: 'published', offset: 0, limit: 1 } as const;
    for (const more of [{ where: (query: any) => query.where('price', 0) }, { columns: { doubled: 'price * 2' } }]) {
      const sent = await sentBy(() => courses.list({ ...page, ...more }));
      const ofLists = sent.filter(({ text }) => text.includes('from "courses"'));
      expect(ofLists.map(({ name }) => name)).to.deep.equal([undefined, undefined]);
    }
  });

  it('return the same rows as unprepared ones', async () => {
    const { courses } = platform.kernel.services;
    const page = {
      status: 'published',
      offset: 2,
      limit: 5,
      title: 'course',
      categoryId: '1',
      type: 'normal',
    } as const;
    const { data, total } = await courses.list({ ...page, columns: { doubled: 'price * 2' } });
    const plain = await courses.list(page);
    expect(data.map(({ doubled, ...course }) => [course, Number(doubled)])).to.deep.equal(
      plain.data.map((course) => [course, Number(course.price) * 2]),
    );
    expect(total).to.equal(plain.total);
    expect(data).to.have.length(5);
  });
});

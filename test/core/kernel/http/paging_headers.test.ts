import { expect } from 'chai';
import { started } from '../../../support/started.ts';
import { startPlatform } from '../../../support/platform.ts';

const path = '/api/courses';

describe('The links of a page', () => {
  const platform = started(() => startPlatform());
  let total: number;

  before(async () => {
    total = Number((await platform.api.get(path).query({ limit: 1 }).expect(200)).headers['x-total-count']);
    expect(total).to.be.greaterThan(1);
  });

  const offsetsOf = async (query: object) => {
    const { link = '' } = (await platform.api.get(path).query(query).expect(200)).headers as { link?: string };
    const links = link.matchAll(/[?&]offset=(\d+)&limit=\d+>; rel="(\w+)"/g);
    return Object.fromEntries([...links].map(([, offset, name]) => [name as string, Number(offset)]));
  };

  it('end with the last page that has entries, if all pages are full', async () => {
    expect(await offsetsOf({ limit: 1 })).to.deep.equal({ first: 0, next: 1, last: total - 1 });
    expect(await offsetsOf({ limit: total })).to.deep.equal({ first: 0, last: 0 });
  });

  it('end with the partial page, if there is one', async () => {
    expect(await offsetsOf({ limit: total - 1 })).to.deep.equal({ first: 0, next: total - 1, last: total - 1 });
  });

  it('lead back to the last page from an offset beyond the end', async () => {
    expect(await offsetsOf({ limit: 1, offset: total + 5 })).to.deep.equal({
      first: 0,
      prev: total - 1,
      last: total - 1,
    });
  });
});

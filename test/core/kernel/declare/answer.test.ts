import { expect } from 'chai';
import { choiceOf, choose, listOf, pagedListOf, pageOf, raw, recordOf } from 'lectern';
import { ann, author, filtered, note, one } from './filtered.ts';

describe('The filter of an answer', () => {
  it('writes lists, pages and paged lists', () => {
    const data = [one, { ...one, id: 6 }];
    const shown = data.map(({ id }) => ({ id: String(id), text: 'hello', by: ann }));
    expect(filtered(listOf(note), 'public', data)).to.deep.equal(shown);
    expect(filtered(listOf(note), 'public', [])).to.deep.equal([]);
    const page = { data, total: 12 };
    const request = { offset: 2, limit: 2 };
    expect(filtered(pageOf(note), 'public', page, request)).to.deep.equal({
      data: shown,
      paging: { total: 12, ...request },
    });
    expect(filtered(pagedListOf(note), 'public', page, request)).to.deep.equal(shown);
  });

  it('writes the shape that the operation chose', () => {
    const choice = choiceOf('Either', () => [{ shape: note, mode: 'public' }]);
    expect(filtered(choice, undefined, choose(author, 'simple', { ...ann, secret: 1 } as never))).to.deep.equal(ann);
    const values = { 'a"b': choose(author, 'simple', ann), n: choose(note, 'public', one) };
    expect(filtered(recordOf(choice), undefined, values)).to.deep.equal({
      'a"b': ann,
      n: { id: '5', text: 'hello', by: ann },
    });
  });

  it('writes everything with `raw`', () => {
    expect(filtered(raw, undefined, { any: ['thing'] })).to.deep.equal({ any: ['thing'] });
    expect(filtered(raw, undefined, undefined)).to.equal(null);
  });
});

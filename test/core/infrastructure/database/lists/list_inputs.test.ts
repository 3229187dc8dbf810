import { expect } from 'chai';
import { field, shape } from 'lectern';
import { listInputsOf } from '../../../../../core/infrastructure/database/lists/list_inputs.ts';

const note = shape('ListedNote').mode('public', {
  id: field.intString('Id.'),
  text: field.text('Text.'),
  pinned: field.bool('Whether it is pinned.'),
  rank: field.int('Rank.'),
  seenTime: field.nullable(field.datetime('Time of the last reading.')),
});

describe('The inputs of a list', () => {
  it('have filters, sort keys, and both kinds of paging', () => {
    const list = listInputsOf(note, { filters: ['pinned'], sorts: ['text'] });
    expect(Object.keys(list)).to.deep.equal(['pinned', 'sort', 'offset', 'limit', 'after']);
    expect(Object.keys(listInputsOf(note, {}))).to.deep.equal(['offset', 'limit', 'after']);
  });

  it('refuse an order that is no sort key, and a filter that clients cannot give', () => {
    expect(() => listInputsOf(note, { sorts: ['text'], order: 'rank' as 'text' })).to.throw(
      'the default "rank" must be',
    );
    expect(() => listInputsOf(note, { filters: ['seenTime' as 'text'] })).to.throw(
      'Clients cannot give the field "seenTime"',
    );
  });
});

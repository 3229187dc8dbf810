import { expect } from 'chai';
import { field, type Field } from 'lectern';
import { dateTimeWriter } from '../../../../core/kernel/base/time_zone.ts';

const context = { writeDateTime: dateTimeWriter('Asia/Shanghai'), publicUrl: () => 'https://school.example' };
const write = (of: Field<any>, value: unknown) => of.write(value, context);

describe('Fields', () => {
  it('oneOf takes its texts only, and does not show a refused value', () => {
    expect(write(field.oneOf(['a', 'b'], ''), 'a')).to.equal('a');
    expect(() => write(field.oneOf(['a', 'b'], ''), 'secret'))
      .to.throw()
      .with.property('message')
      .that.does.not.include('secret');
  });

  it('picture writes three absolute URLs, never an empty one', () => {
    const picture = field.picture('', '/none.png');
    const none = 'https://school.example/none.png';
    expect(write(picture, null)).to.deep.equal({ small: none, middle: none, large: none });
    expect(write(picture, { small: '/s.png', middle: '', large: 'https://else.example/l' })).to.deep.equal({
      small: 'https://school.example/s.png',
      middle: none,
      large: 'https://else.example/l',
    });
  });

  it('list and object write declared values only', () => {
    const of = field.list(field.object({ id: field.intString(''), note: field.optional(field.text('')) }, ''), '');
    expect(
      write(of, [
        { id: 1, secret: 2 },
        { id: '2', note: 'n' },
      ]),
    ).to.deep.equal([{ id: '1' }, { id: '2', note: 'n' }]);
    for (const value of [null, 'ab', {}, [null], ['x'], [{}]]) expect(() => write(of, value)).to.throw();
  });

  it('nullable takes null, and nothing else that its type refuses', () => {
    expect(write(field.nullable(field.text('')), null)).to.equal(null);
    expect(() => write(field.nullable(field.text('')), undefined)).to.throw();
    expect(field.nullable(field.oneOf(['a'], '')).schema).to.deep.include({
      type: ['string', 'null'],
      enum: ['a', null],
    });
  });
});

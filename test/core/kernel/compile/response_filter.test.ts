import { expect } from 'chai';
import fc from 'fast-check';
import { listOf, pageOf, type Answer } from 'lectern';
import { compileFilter } from '../../../../core/kernel/compile/response_filter.ts';
import { anyCharacter } from '../../../support/any_character.ts';
import { ann, author, context, filtered, note, one, whole } from '../declare/filtered.ts';

describe('The response filter', () => {
  it('writes the fields of its mode and of earlier modes', () => {
    const all = { ...one, price: 990, secret: 'x' };
    expect(filtered(note, 'public', all)).to.deep.equal({ id: '5', text: 'hello', by: ann });
    expect(filtered(note, 'full', all)).to.deep.equal({ id: '5', text: 'hello', by: ann, price: '9.90' });
    expect(filtered(note, 'full', { ...all, price: null })).to.deep.include({ price: null });
    expect(filtered(note, 'public', { ...all, tag: 't' })).to.deep.include({ tag: 't' });
  });

  it('never writes undeclared fields, whatever their names', () => {
    const name = fc.oneof(
      fc.constantFrom('__proto__', 'toJSON', 'constructor', 'password', 'toString', 'then', 'price'),
      fc.string(),
    );
    const strangers = fc.array(fc.tuple(name, fc.constantFrom('value', 'getter', 'function')));
    fc.assert(
      fc.property(strangers, strangers, (outside, inside) => {
        const value = withStrangers({ ...one, by: withStrangers({ ...ann }, inside) }, outside);
        const texts = [
          compileFilter(note, 'public', context)(value as never, whole),
          compileFilter(listOf(note), 'public', context)([value] as never, whole),
          compileFilter(pageOf(note), 'public', context)({ data: [value], total: 1 } as never, whole),
        ];
        for (const text of texts) expect(text).to.not.include('canary');
        expect(JSON.parse(texts[0]!)).to.deep.equal({ id: '5', text: 'hello', by: ann });
      }),
    );
  });

  it('calls no getter of an undeclared field', () => {
    const value = Object.defineProperty({ ...one }, 'secret', {
      enumerable: true,
      get: () => expect.fail('it was asked'),
    });
    filtered(note, 'public', value);
  });

  for (const [what, value] of Object.entries({
    'a missing field': { id: 1, by: ann, text: undefined },
    'null for a field that is not nullable': { ...one, text: null },
    'a number for a text': { ...one, text: 5 },
    'a missing field of a nested object': { ...one, by: { id: 1 } },
    'null for an object': null,
    'text for an object': 'x',
    undefined: undefined,
  })) {
    it(`refuses ${what} without showing values`, () => {
      expect(() => filtered(note, 'public', value))
        .to.throw()
        .with.property('message')
        .that.does.not.include('hello');
    });
  }

  it('names shape and field in its error', () => {
    expect(() => filtered(note, 'public', { ...one, by: { id: 1 } })).to.throw(
      'the field "by" of Note cannot be written: the field "name" of Author',
    );
  });

  it('narrows answers to requested fields, and never adds undeclared ones', () => {
    const full = { ...one, price: 1, secret: 'x' };
    const only = (names: string[], answer: Answer = note, value: unknown = full) =>
      filtered(answer, 'public', value, { only: names });
    expect(only(['id'])).to.deep.equal({ id: '5' });
    expect(only(['price', 'secret', 'id', 'toString', '__proto__'])).to.deep.equal({ id: '5' });
    expect(only(['nothing'])).to.deep.equal({});
    expect(only(['id'], listOf(note), [full, full])).to.deep.equal([{ id: '5' }, { id: '5' }]);
    expect(only(['text'], pageOf(note), { data: [full], total: 1 }).data).to.deep.equal([{ text: 'hello' }]);
  });

  it('keeps every character of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(filtered(author, 'simple', { id: 1, name: text }).name).to.equal(text);
      }),
    );
  });
});

function withStrangers(target: object, strangers: readonly (readonly [string, string])[]): object {
  for (const [name, kind] of strangers) {
    if (Object.hasOwn(target, name)) continue;
    const canary = `canary-${kind}`;
    const value = kind === 'function' ? () => canary : canary;
    const how = kind === 'getter' ? { get: () => canary } : { value };
    Object.defineProperty(target, name, { ...how, enumerable: true, configurable: true });
  }
  return target;
}

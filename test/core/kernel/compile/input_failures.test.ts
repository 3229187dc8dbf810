import { expect } from 'chai';
import fc from 'fast-check';
import { Failure, input, reader } from 'lectern';
import { fields, json, names, outcomeOf, ownProperties, read } from '../declare/read_fields.ts';

describe('The failure of wrong input', () => {
  it('reports each wrong field once, with what is expected', () => {
    const outcome = outcomeOf({ id: 'x', inner: { more: [{ x: 'y' }, {}] }, list: ['x'] }) as Failure;
    expect(outcome.details).to.have.deep.members([
      { field: 'id', message: 'must be an id (digits without a leading zero)' },
      { field: 'list.0', message: 'must be an id (digits without a leading zero)' },
      { field: 'inner.deep', message: 'is missing' },
      { field: 'inner.more.0.x', message: 'must be an integer of 0 or more' },
      { field: 'inner.more.1.x', message: 'is missing' },
    ]);
  });

  it('does not report entries of a list that is too long', () => {
    const outcome = outcomeOf({ list: Array.from({ length: 200_000 }, () => 'x') }) as Failure;
    expect(outcome.details).to.deep.equal([{ field: 'list', message: 'must be a list of at most 3 values' }]);
  });

  it('adds the length limits of a text to its `expected`', () => {
    const readCode = reader({ code: input.text({ maxLength: 4, pattern: '^[0-9]+$', expected: 'digits' }) });
    for (const code of ['hat', '12345', '1234567890', 1234])
      expect(() => readCode({ code }), String(code)).to.throw('must be digits, as text of 1 to 4 characters');
  });

  it('reports at most a hundred wrong fields', () => {
    const outcome = outcomeOf({
      inner: { deep: 'a', more: Array.from({ length: 100 }, () => ({ x: 'y' })), list: 5 },
      id: 'x',
    });
    expect((outcome as Failure).details).to.have.length(100);
  });

  it('gives the same messages in any order of requests', () => {
    const messageOf = (source: object) => (outcomeOf(source) as Failure).message;
    const wrong = [
      { n: 51 },
      { id: 'x' },
      { n: 'y' },
      { list: ['x'] },
      { list: ['1', 'x'] },
      { inner: 5 },
      { inner: {} },
      { inner: { deep: 'a', more: 5 } },
      { n: 51, id: 'x' },
    ];
    const first = wrong.map(messageOf);
    expect(first.join(' ')).to.include('"list.0"').and.include('"list.1"').and.include('"inner.deep" is missing');
    expect([...wrong].reverse().map(messageOf).reverse()).to.deep.equal(first);
    expect(new Set(first).size).to.equal(wrong.length - 1);
  });

  it('gives the same messages as a new reader', () => {
    const messageBy = (one: typeof read, source: unknown) => {
      try {
        one(source);
        return undefined;
      } catch (error) {
        return error instanceof Failure ? [error.kind.title, error.message, error.details] : error;
      }
    };
    const wrong = fc.constantFrom({}, [], [{}], 5, 'x', ['x', '1'], { deep: '' }, { deep: 'a', more: 5 });
    const named = fc.tuple(fc.constantFrom(...names), fc.oneof(wrong, json)).map((pair) => ownProperties([pair]));
    fc.assert(
      fc.property(fc.oneof({ weight: 3, arbitrary: named }, json), (source) => {
        expect(messageBy(read, source)).to.deep.equal(messageBy(reader(fields), source));
      }),
      { numRuns: 200 },
    );
  });

  it('throws failures that cannot be changed', () => {
    const refused = outcomeOf({ n: 51 }) as Failure;
    const { message } = refused;
    expect(() => Object.assign(refused, { message: 'changed' })).to.throw(TypeError);
    expect((outcomeOf({ n: 52 }) as Failure).message).to.equal(message);
  });
});

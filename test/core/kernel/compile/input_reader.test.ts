import { expect } from 'chai';
import fc from 'fast-check';
import { Failure, input, reader } from 'lectern';
import { anyCharacter } from '../../../support/any_character.ts';
import { json, names, outcomeOf, read } from '../declare/read_fields.ts';

describe('The input reader', () => {
  it('throws only failures, and returns only declared fields', () => {
    fc.assert(
      fc.property(json, (source) => {
        const outcome = outcomeOf(source);
        if (outcome instanceof Failure) {
          expect(outcome.kind.status).to.equal(422);
          expect(outcome.details).to.be.an('array').that.is.not.empty;
          for (const { field, message } of outcome.details!)
            expect([typeof field, typeof message]).to.deep.equal(['string', 'string']);
        } else {
          expect(names).to.include.members(Reflect.ownKeys(outcome) as string[]);
          expect(Object.getPrototypeOf(outcome)).to.equal(Object.prototype);
        }
      }),
      { numRuns: 2_000 },
    );
    expect(Object.keys(Object.prototype)).to.deep.equal([]);
  });

  it('does not change what it reads', () => {
    fc.assert(
      fc.property(json, (source) => {
        const before = JSON.stringify(source);
        outcomeOf(source);
        expect(JSON.stringify(source)).to.equal(before);
      }),
    );
  });

  it('refuses text with a NUL or half a surrogate pair anywhere', () => {
    const bad = fc.constantFrom('\0', '\ud800', '\udfff', 'a\0b', '\ud83d');
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 4 }),
        bad,
        fc.string({ maxLength: 3 }),
        (head, broken, tail) => {
          const text = head + broken + tail;
          fc.pre(!text.isWellFormed() || text.includes('\0'));
          for (const source of [
            { text },
            { list: ['1', text] },
            { inner: { deep: text } },
            { anything: { a: [text] } },
            { anything: [{ [text]: 1 }] },
          ]) {
            expect(outcomeOf(source)).to.be.instanceOf(Failure).with.nested.property('kind.code', 9);
          }
        },
      ),
    );
  });

  it('fills in defaults, and omits absent fields', () => {
    expect(read({})).to.deep.equal({ n: 3 });
    expect(read({ id: null, text: '', list: undefined, n: '' })).to.deep.equal({ n: 3 });
  });

  it('ignores inherited properties', () => {
    const readOdd = reader({
      toString: input.optional(input.anything()),
      constructor: input.optional(input.anything()),
    });
    expect(Object.keys(readOdd({}))).to.deep.equal([]);
    expect(Object.keys(readOdd({ constructor: 1 }))).to.deep.equal(['constructor']);
  });

  it('drops undeclared fields in nested objects and lists', () => {
    const inner = { deep: 'x', stranger: 1, more: [{ x: '4', y: 5 }] };
    expect(read({ inner })).to.deep.equal({ n: 3, inner: { deep: 'x', more: [{ x: 4 }] } });
  });

  it('refuses a list for a single value, and a text for an object', () => {
    for (const name of ['id', 'all', 'n', 'flag', 'word', 'text', 'inner']) {
      expect(outcomeOf({ [name]: ['1', '2'] })).to.be.instanceOf(Failure);
    }
    expect(outcomeOf({ inner: 'x' })).to.be.instanceOf(Failure);
  });

  it('reads no properties of a list or object given for a single value', () => {
    const unseen = () => {
      throw new Error('somebody looked');
    };
    for (const closed of [new Proxy([], { ownKeys: unseen, get: unseen }), new Proxy({}, { ownKeys: unseen })]) {
      for (const name of ['text', 'word', 'id', 'n', 'flag']) {
        expect(outcomeOf({ [name]: closed }), name).to.be.instanceOf(Failure);
      }
    }
  });

  it('checks the length of a text before its characters', () => {
    const outcome = outcomeOf({ text: `${'x'.repeat(21)}\0` }) as Failure;
    expect(outcome.details).to.deep.equal([{ field: 'text', message: 'must be text of 1 to 10 characters' }]);
    expect(outcomeOf({ text: '😀'.repeat(10) })).to.deep.include({ text: '😀'.repeat(10) });
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { Failure, input, reader } from 'lectern';
import { describe, it } from 'mocha';
import { anyCharacter } from '../../../support/any_character.ts';

const fields = {
  id: input.optional(input.id()),
  all: input.optional(input.idOrZero()),
  n: input.optional(input.integer({ maximum: 50, default: 3 })),
  flag: input.optional(input.bool()),
  word: input.optional(input.oneOf(['a', 'b'])),
  text: input.optional(input.text({ maxLength: 10 })),
  list: input.optional(input.list(input.id(), { maxItems: 3 })),
  inner: input.optional(
    input.object({ deep: input.text(), more: input.optional(input.list(input.object({ x: input.integer() }))) }),
  ),
  anything: input.optional(input.anything()),
};
const read = reader(fields);
const names = Object.keys(fields);

/** JSON as a client may send it, with the declared names among the others. */
const key = fc.oneof(
  fc.constantFrom(...names, 'deep', 'more', 'x', '__proto__', 'constructor', 'toString', 'length'),
  fc.string(),
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, '', '0', '1', 'a', '\0', '\ud800', 1, 0, -0, 2 ** 53, true),
    fc.string({ unit: anyCharacter }),
    fc.double(),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie('json')), { maxLength: 8 }).map(ownProperties),
  ),
}));

/** An object as `JSON.parse` makes it: every name is a property of its own, `__proto__` too. */
function ownProperties(pairs: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [name, value] of pairs)
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  return made;
}

function outcomeOf(source: unknown): object | Failure {
  try {
    return read(source);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

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

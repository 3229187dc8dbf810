import { expect } from 'chai';
import { severityOf, type ContractChange } from '../../../../core/devtools/plan/severity.ts';

type Terms = ContractChange['before'];
type Case = readonly [part: string, before: Terms, now: Terms, severity: string];

const text = { type: 'string', maxLength: 20 };
const sort = (...names: string[]) => ({ sorted: { names, orders: [] }, pattern: names.join('|') });

const cases: readonly Case[] = [
  ['access', 'open', 'signed in', 'breaking'],
  ['access', 'signed in', 'open', 'harmless'],
  ['access', 'signed in', 'edit_books', 'breaking'],
  ['access', 'edit_books', 'sell_books', 'breaking'],
  ['access', 'edit_books', 'signed in', 'harmless'],
  ['methods', 'PATCH, PUT', 'PATCH', 'breaking'],
  ['methods', 'PATCH', 'PATCH, PUT', 'harmless'],
  ['behaviour', 'creates', undefined, 'breaking'],
  ['behaviour', undefined, 'revised', 'harmless'],
  ['failure.noSuchBook', undefined, 'code 1, status 404', 'harmless'],
  ['answer', 'Book.public', 'LoudBook.public', 'harmless'],
  ['answer', 'list of Book.public', 'page of Book.public', 'breaking'],
  ['answer', 'Book.public', 'raw', 'breaking'],

  ['input.title', undefined, text, 'breaking'],
  ['input.title', undefined, { optional: true, ...text }, 'harmless'],
  ['input.title', undefined, { ...text, default: 'a' }, 'harmless'],
  ['input.title', text, undefined, 'surprising'],
  ['input.title', { optional: true, ...text }, text, 'breaking'],
  ['input.title', text, { optional: true, ...text }, 'harmless'],
  ['input.title', text, { type: 'string', maxLength: 10 }, 'breaking'],
  ['input.title', text, { type: 'string', maxLength: 30 }, 'harmless'],
  ['input.title', text, { ...text, minLength: 2 }, 'surprising'],
  ['input.title', text, { ...text, pattern: '^a' }, 'surprising'],
  ['input.title', { ...text, default: 'a' }, { ...text, default: 'b' }, 'breaking'],
  ['input.title', { type: ['string', 'null'] }, { type: 'string' }, 'breaking'],
  ['input.title', { enum: ['a', 'b'] }, { enum: ['a'] }, 'breaking'],
  ['input.title', { enum: ['a'] }, { enum: ['a', 'b'] }, 'harmless'],
  ['input.title', text, { ...text, multipleOf: 2 }, 'breaking'],
  ['input.title', { ...text, multipleOf: 2 }, text, 'harmless'],
  ['input.notes', { items: { maximum: 9 } }, { items: { maximum: 8 } }, 'breaking'],
  ['input.note', { properties: { a: text } }, { properties: {}, additionalProperties: false }, 'breaking'],
  ['input.note', { properties: { a: text } }, { properties: {} }, 'surprising'],
  ['input.note', { required: ['a'] }, { required: ['a', 'b'] }, 'breaking'],
  ['input.sort', sort('title'), sort('title', 'year'), 'harmless'],
  ['input.sort', sort('title', 'year'), sort('title'), 'breaking'],

  ['answer.title', undefined, text, 'harmless'],
  ['answer.title', text, undefined, 'breaking'],
  ['answer.title', text, { type: 'string', maxLength: 30 }, 'breaking'],
  ['answer.title', text, { type: 'string', maxLength: 10 }, 'harmless'],
  ['answer.title', text, { type: 'string' }, 'breaking'],
  ['answer.title', { type: 'string' }, { type: ['string', 'null'] }, 'breaking'],
  ['answer.title', { enum: ['a'] }, { enum: ['a', 'b'] }, 'surprising'],
  ['answer.title', { pattern: 'a' }, { pattern: 'b' }, 'harmless'],
  ['answer.note', { properties: { a: text } }, { properties: { b: text } }, 'breaking'],
  ['answer.note', { required: ['a'] }, { required: [] }, 'breaking'],
  ['answer.Setting.public.title', { minimum: 1 }, { minimum: 0 }, 'breaking'],
];

describe('The severity of a changed contract', () => {
  it('follows from the direction of the changed part', () => {
    const wrong = cases
      .map(([part, before, now, severity]) => ({
        part,
        before,
        now,
        severity,
        found: severityOf({ part, before, now, what: '' }),
      }))
      .filter(({ severity, found }) => severity !== found);
    expect(wrong).to.deep.equal([]);
  });
});

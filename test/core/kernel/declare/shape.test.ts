import { expect } from 'chai';
import { field, input, inputsOf, shape } from 'lectern';
import { compileInput } from '../../../../core/kernel/compile/input_reader.ts';
import { Failure } from '../../../../core/kernel/declare/failure.ts';

const words = ['red', 'blue'] as const;
const boat = shape('Boat')
  .mode('simple', {
    id: field.intString('Id.'),
    name: field.text('Name.', { maxLength: 20 }),
    seats: field.int('Seats.', { minimum: 1, maximum: 9, default: 4 }),
    colour: field.oneOf(words, 'Colour.'),
  })
  .mode('full', {
    price: field.money('Price.'),
    flags: field.list(field.text('A flag.', { maxLength: 5 }), 'Flags.', { maxItems: 3 }),
    owner: field.nullable(field.text('Owner.')),
  });

describe('Inputs of a shape', () => {
  it('are the inputs of the same types, with the descriptions and limits of the fields', () => {
    expect(JSON.stringify(inputsOf(boat, ['name', 'seats', 'colour', 'price', 'flags']))).to.equal(
      JSON.stringify({
        name: input.text({ maxLength: 20, description: 'Name.' }),
        seats: input.integer({ minimum: 1, maximum: 9, default: 4, description: 'Seats.' }),
        colour: input.oneOf(words, { description: 'Colour.' }),
        price: input.money({ description: 'Price.' }),
        flags: input.list(input.text({ maxLength: 5, description: 'A flag.' }), { maxItems: 3, description: 'Flags.' }),
      }),
    );
  });

  it('give operations the values that services take', () => {
    const read = compileInput(inputsOf(boat, ['name', 'seats', 'price'], ['flags']));
    expect(read({ name: 'Ark', price: '9.90', more: 1 })).to.deep.equal({ name: 'Ark', seats: 4, price: 990 });
    for (const wrong of [
      { price: 1 },
      { name: 'x'.repeat(21), price: 1 },
      { name: 'Ark', price: 1, flags: ['toolong'] },
    ])
      expect(read(wrong)).to.be.instanceOf(Failure);
  });

  it('keep a stored value when an optional field with a default is left out', () => {
    expect(compileInput(inputsOf(boat, [], ['name', 'seats']))({})).to.deep.equal({});
  });

  it('exist only for fields that clients can give', () => {
    expect(() => inputsOf(boat, ['owner' as never])).to.throw(
      'Clients cannot give the field "owner" of the shape Boat; declare it by input, or use id, name, seats, colour, price, flags.',
    );
  });
});

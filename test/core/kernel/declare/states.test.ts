import { expect } from 'chai';
import { defineStates } from 'lectern';

describe('States', () => {
  const states = defineStates({ draft: ['published'], published: ['closed'], closed: [] });

  it('have their names in the order of declaration', () =>
    void expect(states.names).to.deep.equal(['draft', 'published', 'closed']));

  it('allow the declared transitions only, and staying in a state', () => {
    const allowed = states.names.flatMap((from) =>
      states.names.filter((to) => states.allow(from, to)).map((to) => `${from} ${to}`),
    );
    expect(allowed).to.deep.equal([
      'draft draft',
      'draft published',
      'published published',
      'published closed',
      'closed closed',
    ]);
  });
});

import { expect } from 'chai';
import { planOf } from '../../../../../core/infrastructure/database/distribution/distribution_plan.ts';
import type { Placement } from '../../../../../core/infrastructure/database/distribution/placement.ts';
import type { ForeignKey, TableFacts } from '../../../../../core/infrastructure/database/distribution/table_facts.ts';

interface Declared {
  readonly placement?: Placement;
  readonly never?: readonly string[];
  readonly nullable?: readonly string[];
  readonly keys?: readonly (readonly string[])[];
  /** Targets by `column, column -> table (column, column)`. */
  readonly refersTo?: readonly (readonly [columns: string[], target: string, targetColumns: string[]])[];
}

function plan(tables: Record<string, Declared>, changes: Partial<TableFacts> = {}, placed: [string, Placement][] = []) {
  const entries = Object.entries(tables);
  const declared = entries.flatMap(([name, { placement }]) => (placement ? [[name, placement] as const] : []));
  const foreignKeys = entries.flatMap(([table, { refersTo = [] }]) =>
    refersTo.map(([columns, target, targetColumns]): ForeignKey => {
      return { table, name: `${table}_${target}`, columns, target, targetColumns, definition: '' };
    }),
  );
  const facts: TableFacts = {
    columns: new Map(
      entries.map(([name, { never = ['id', 'user_id'], nullable = [] }]) => [
        name,
        { never, nullable, hasIdentity: true },
      ]),
    ),
    keys: entries.flatMap(([table, { keys = [] }]) =>
      keys.map((columns) => ({ table, name: `${table}_key`, columns })),
    ),
    foreignKeys,
    ruled: new Set(),
    ...changes,
  };
  return planOf(new Map(declared), facts, new Map(placed));
}

const reasons = (of: ReturnType<typeof plan>) =>
  of.blocked.map(({ table, reasons }) => `${table}: ${reasons.join('; ')}`);
const order = (of: ReturnType<typeof plan>) => of.tables.map(({ table }) => table);

describe('The plan of a distribution', () => {
  it('distributes reference tables first, and each table after those that it refers to', () => {
    const found = plan({
      a_members: { placement: 'by user_id', refersTo: [[['b_id'], 'b_goods', ['id']]] },
      b_goods: { placement: 'reference', refersTo: [[['c_id'], 'c_kinds', ['id']]] },
      c_kinds: { placement: 'reference' },
    });
    expect(order(found)).to.deep.equal(['c_kinds', 'b_goods', 'a_members']);
  });

  it('leaves a divided table whose keys lack its column', () => {
    const found = plan({ notes: { placement: 'by user_id', keys: [['id'], ['user_id', 'id']] } });
    expect(reasons(found)).to.deep.equal(['notes: the unique key notes_key (id) lacks user_id']);
    expect(order(found)).to.deep.equal([]);
  });

  it('leaves a divided table whose column is missing or may be null', () => {
    const found = plan({
      links: { placement: 'by user_id', never: ['id'], nullable: ['user_id'] },
      steps: { placement: 'by user_id', never: ['id'] },
    });
    expect(reasons(found)).to.deep.equal(['links: user_id may be null', 'steps: it has no column user_id']);
  });

  it('leaves a table with rewrite rules or triggers', () => {
    const found = plan({ books: { placement: 'reference' } }, { ruled: new Set(['books']) });
    expect(reasons(found)).to.deep.equal(['books: it has rewrite rules or triggers']);
  });

  it('leaves a table that refers to one that stays, and the tables that refer to it', () => {
    const found = plan({
      a: { placement: 'reference', refersTo: [[['id'], 'b', ['id']]] },
      b: { placement: 'reference', refersTo: [[['id'], 'c', ['id']]] },
      c: { placement: 'local' },
    });
    expect(reasons(found)).to.deep.equal([
      'a: the foreign key a_b refers to b, which stays on the coordinator',
      'b: the foreign key b_c refers to c, which stays on the coordinator',
    ]);
  });

  it('permits foreign keys between divided tables that contain the column, and no others', () => {
    const by = { placement: 'by user_id' } as const;
    const found = plan({
      orders: by,
      right: { ...by, refersTo: [[['user_id', 'order_id'], 'orders', ['user_id', 'id']]] },
      wrong: { ...by, refersTo: [[['order_id'], 'orders', ['id']]] },
      goods: { placement: 'reference', refersTo: [[['user_id'], 'orders', ['user_id']]] },
    });
    expect(order(found)).to.deep.equal(['orders', 'right']);
    expect(reasons(found)).to.deep.equal([
      'goods: the foreign key goods_orders refers to orders, which is divided by user_id',
      'wrong: the foreign key wrong_orders refers to orders without user_id, so that its row may be on another node',
    ]);
  });

  it('names foreign keys from tables that stay, and tables without a declaration', () => {
    const found = plan({
      accounts: { placement: 'local', refersTo: [[['user_id'], 'users', ['id']]] },
      users: { placement: 'reference' },
      strange: {},
      lectern_leases: {},
    });
    expect(found.unchecked.map(({ name }) => name)).to.deep.equal(['accounts_users']);
    expect(found.undeclared).to.deep.equal(['strange']);
  });

  it('leaves out tables that are distributed already', () => {
    const found = plan(
      {
        users: { placement: 'reference' },
        uses: { placement: 'by user_id', refersTo: [[['user_id'], 'users', ['id']]] },
      },
      {},
      [['users', 'reference']],
    );
    expect(order(found)).to.deep.equal(['uses']);
    expect(found.unchecked).to.deep.equal([]);
  });

  it('leaves a divided table that the engine made its own by the foreign key of a migration', () => {
    const found = plan({ late: { placement: 'by user_id' } }, {}, [['late', 'local']]);
    expect(reasons(found)[0]).to.match(/^late: its migration created it with an identity column and a foreign key/);
  });
});

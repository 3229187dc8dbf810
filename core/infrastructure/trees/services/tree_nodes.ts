import { use, standardFailures, type FailureKind, type Page, type Shape, type SourceOfShape } from 'lectern';
import { columnsOfShape, selected, type ReadCall, type Statement, type Database } from '../../database/index.ts';

/** Table of a tree. Rows refer to their parent, 0 for none, and are ordered by `weight`, then id, among siblings. */
export interface TreeKind {
  readonly table: string;
  /** SQL expressions of fields whose column does not follow from their name. */
  readonly columns?: Readonly<Record<string, string>>;
  readonly notFound: FailureKind;
}

interface TreeRow {
  readonly id: string;
  readonly parentId: string;
  readonly revision: string;
  /** 1 for a published node; undefined in trees that have no unpublished nodes. */
  readonly published?: unknown;
}

/** Row of a tree whose nodes have the shape `S`; `TreeNodes` adds the field `depth`. */
export type RowOf<S extends Shape> = Omit<SourceOfShape<S, 'public'>, 'depth'> & TreeRow;

/** A node with its level, from 1. */
type Node<Row> = Row & { readonly depth: number };
type Nested<Row> = Node<Row> & { readonly children: readonly Nested<Row>[] };

interface Visible {
  /** Whether unpublished nodes are included. */
  readonly manages: boolean;
}

/** Reads a tree. Callers who do not manage the tree get the children of an unpublished node in its place. */
export class TreeNodes<Row extends TreeRow> {
  readonly #rows: Statement<Row>;
  readonly #notFound: FailureKind;

  constructor(shape: Shape, { table, columns, notFound }: TreeKind) {
    this.#notFound = notFound;
    const all = columnsOfShape(shape, { revision: 'revision', ...columns }, ['depth']);
    this.#rows = use('database').statement((q) => q(table).select(selected(q, all)).orderBy(['weight', 'id']));
  }

  /** Returns one node. @throws `notFound` of `TreeKind` */
  async get(id: string, visible: Visible, call?: ReadCall): Promise<Node<Row>> {
    const found = depthFirst(await this.tree(visible, call)).find((node) => node.id === id);
    if (found) return found;
    throw this.#notFound();
  }

  /** Returns a page of the nodes, each followed by its descendants. */
  async list({ offset, limit, ...visible }: Visible & Part, call?: ReadCall): Promise<Page<Node<Row>>> {
    const nodes = depthFirst(await this.tree(visible, call));
    return { data: nodes.slice(offset, offset + limit), total: nodes.length };
  }

  /** Returns the root nodes, each with its descendants. */
  async tree({ manages }: Visible, call?: ReadCall): Promise<Nested<Row>[]> {
    const childrenByParent = byParent(await this.#rows.all({}, call));
    const below = (parentId: string, depth: number): Nested<Row>[] =>
      (childrenByParent.get(parentId) ?? []).flatMap((row) => {
        const children = below(row.id, depth + 1);
        return manages || Number(row.published ?? 1) === 1 ? [{ ...row, depth, children }] : children;
      });
    return below('0', 1);
  }
}

interface Part {
  readonly offset: number;
  readonly limit: number;
}

function byParent<Row extends TreeRow>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const childrenByParent = new Map<string, Row[]>();
  for (const row of rows) {
    const siblings = childrenByParent.get(row.parentId);
    if (siblings) siblings.push(row);
    else childrenByParent.set(row.parentId, [row]);
  }
  return childrenByParent;
}

function depthFirst<Row>(nodes: readonly Nested<Row>[]): Node<Row>[] {
  return nodes.flatMap((node) => [node, ...depthFirst(node.children)]);
}

/** Name and value of an input field with the id of a node; undefined or "0" for none. */
interface Reference {
  readonly table: string;
  readonly field: string;
  readonly id: string | undefined;
}

/**
 * Ensures that a field is empty or contains the id of an existing node. In a transaction, the node cannot be removed
 * before the commit.
 * @throws invalidParameter
 */
export async function mustBeNode(database: Database, { table, field, id }: Reference): Promise<void> {
  if (id === undefined || id === '0' || (await database.table(table).where({ id }).forKeyShare().first('id'))) return;
  const details = [{ field, message: `must be an id of ${table}, or 0` }];
  throw standardFailures.invalidParameter({ details });
}

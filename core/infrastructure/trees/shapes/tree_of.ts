import { field, shape, type Field, type Fields, type Shape } from 'lectern';

/** Fields of every node in answers. */
export const shownNode = {
  id: field.intString('Id.'),
  name: field.text('Name for readers; several may have the same.'),
  weight: field.intString('Position among the siblings, lowest first.'),
  parentId: field.intString('Id of the parent, 0 for none.'),
  createdTime: field.datetime('Time of creation.'),
  depth: field.intString('Level in the tree, 1 for an entry without a parent.'),
};

type Node = Pick<Shape, 'name' | 'fields'>;

/** Shape of a node with its descendants: the given fields, and `children` of the same shape. */
export function treeOf<F extends Fields>(name: string, fields: F) {
  const children = childrenOf(name, (): Node => tree);
  const tree = shape(name).mode('public', { ...fields, children });
  return tree;
}

/** Field with the child nodes; `node` returns their shape, which contains this field. */
function childrenOf(name: string, node: () => Node): Field<readonly object[]> {
  let one: Field<object> | undefined;
  return {
    schema: {
      type: 'array',
      items: { $ref: `#/components/schemas/${name}` },
      description: 'Nodes below this node, in order.',
    },
    write: (nodes, context) => {
      one ??= field.object(node().fields('public'), '') as Field<object>;
      const { write } = one;
      return nodes.map((each) => write(each, context));
    },
    inner: { of: node, mode: 'public', with: (changed: () => Node) => childrenOf(name, changed) },
  };
}

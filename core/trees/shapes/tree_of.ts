import { field, nested, shape, type Field, type Fields } from 'lectern';

/** Fields of every node in answers. */
export const shownNode = {
  id: field.intString('Id.'),
  name: field.text('Name.'),
  weight: field.intString('Position among the siblings, lowest first.'),
  parentId: field.intString('Id of the parent, 0 for none.'),
  createdTime: field.datetime('Time of creation.'),
  depth: field.intString('Level, from 1.'),
};

/** Shape of a node with its descendants: the given fields and `children`, each of the same shape. */
export function treeOf<F extends Fields>(name: string, fields: F) {
  const children: Field<readonly object[]> = {
    schema: {
      type: 'array',
      items: { $ref: `#/components/schemas/${name}` },
      description: 'Nodes below this node, in order.',
    },
    // Without a type of the items, because `write` has filtered them already.
    json: { type: 'array', items: {} },
    write: (nodes, context) => {
      const { write } = nested(tree, 'public', '') as Field<object>;
      return nodes.map((node) => write(node, context));
    },
  };
  const tree = shape(name).mode('public', { ...fields, children });
  return tree;
}

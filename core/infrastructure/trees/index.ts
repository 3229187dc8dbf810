export { treeFailures, TreeEditing, type EditedTree } from './services/tree_editing.ts';
export { codeFields, nodeFields } from './inputs.ts';
export { Subtrees } from './services/subtrees.ts';
export { mustBeNode, TreeNodes, type RowOf, type TreeKind } from './services/tree_nodes.ts';
export { shownNode, treeOf } from './shapes/tree_of.ts';

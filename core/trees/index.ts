// Public interface for other modules: trees of rows, such as categories and departments.
export { treeFailures } from './failures.ts';
export { nodeFields } from './inputs.ts';
export { Families } from './services/families.ts';
export { mustBeNode } from './services/known_nodes.ts';
export { TreeEditing, type EditedTree } from './services/tree_editing.ts';
export { TreeNodes, type TreeKind } from './services/tree_nodes.ts';
export { treeOf } from './shapes/tree_of.ts';

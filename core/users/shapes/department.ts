import { field, shape } from 'lectern';
import { treeOf } from '../../trees/index.ts';

const fields = {
  id: field.intString('Id.'),
  name: field.text('Name.'),
  weight: field.intString('Position among the sibling departments, lowest first.'),
  parentId: field.intString('Id of the parent department, 0 for none.'),
  createdTime: field.datetime('Time of creation.'),
  depth: field.intString('Level, from 1.'),
};

/** A department, to which users belong. */
export const department = shape('Department').mode('public', fields);

/** A department with the departments below it. */
export const departmentTree = treeOf('DepartmentTree', fields);

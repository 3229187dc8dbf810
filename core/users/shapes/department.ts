import { shape } from 'lectern';
import { shownNode, treeOf } from '../../trees/index.ts';

/** A department, to which users belong. */
export const department = shape('Department').mode('public', shownNode);

/** A department with the departments below it. */
export const departmentTree = treeOf('DepartmentTree', shownNode);

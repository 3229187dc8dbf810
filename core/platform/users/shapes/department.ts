import { shape } from 'lectern';
import { shownNode, treeOf } from '../../../infrastructure/trees/index.ts';

export const department = shape('Department').mode('public', shownNode);

export const departmentTree = treeOf('DepartmentTree', shownNode);

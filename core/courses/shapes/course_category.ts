import { field, shape } from 'lectern';
import { treeOf } from '../../trees/index.ts';

const fields = {
  id: field.intString('Id.'),
  name: field.text('Name.'),
  code: field.text('Code.'),
  weight: field.intString('Position among the sibling categories, lowest first.'),
  published: field.intString('1 enabled, 0 disabled.'),
  parentId: field.intString('Id of the parent category, 0 for none.'),
  createdTime: field.datetime('Time of creation.'),
  depth: field.intString('Level, from 1.'),
};

/** A category of courses, course sets and classrooms. */
export const courseCategory = shape('CourseCategory').mode('public', fields);

/** A category of courses with the categories below it. */
export const courseCategoryTree = treeOf('CourseCategoryTree', fields);

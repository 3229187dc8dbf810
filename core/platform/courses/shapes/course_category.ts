import { field, shape } from 'lectern';
import { shownNode, treeOf } from '../../../infrastructure/trees/index.ts';

const fields = {
  ...shownNode,
  code: field.text('Unique code, for addresses of pages.'),
  published: field.intString('1 if lists show the category, 0 if only its managers see it.'),
};

/** A category of courses, course sets and classrooms. */
export const courseCategory = shape('CourseCategory').mode('public', fields);

/** A category of courses with the categories below it. */
export const courseCategoryTree = treeOf('CourseCategoryTree', fields);

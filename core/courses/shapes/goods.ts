import { field } from 'lectern';
import { goodsStates } from '../../goods/index.ts';

/** Fields that courses, course sets and classrooms share. */
export const goodsFields = {
  status: field.oneOf(goodsStates.names, 'Status.'),
  categoryId: field.intString('Id of the category, 0 for none.'),
  studentNum: field.intString('Number of students.'),
  hitNum: field.intString('Times it was looked at.'),
  rating: field.decimal('Average rating, 0 to 5.'),
  ratingNum: field.intString('Number of ratings.'),
  recommended: field.bool('Whether it is recommended.'),
  recommendedSeq: field.intString('Rank among the recommended ones.'),
  createdTime: field.datetime('When it was created.'),
  updatedTime: field.datetime('When it was last changed.'),
};

/** Price fields of goods that are sold individually. */
export const priceFields = {
  price: field.money('Price.'),
  vipLevelId: field.intString('Id of the membership level that includes it, 0 for none.'),
};

/** Fields that courses and course sets share. */
export const courseFields = {
  id: field.intString('Id.'),
  title: field.text('Title.'),
  subtitle: field.text('Subtitle.'),
  summary: field.html('Summary, as HTML; addresses in it are absolute.'),
  cover: field.picture('Cover.', '/assets/courses/course.svg'),
  ...goodsFields,
  recommendedTime: field.nullable(field.datetime('When it was recommended.')),
};

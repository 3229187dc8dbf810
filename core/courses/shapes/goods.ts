import { field } from 'lectern';
import { goodsStates } from '../../goods/index.ts';

/** Fields that courses, course sets and classrooms share. */
export const goodsFields = {
  status: field.oneOf(goodsStates.names, 'Status; only managers see goods that are not published.'),
  categoryId: field.intString('Id of the category, 0 for none.'),
  studentNum: field.intString('Number of students.'),
  hitNum: field.intString('Number of views.'),
  rating: field.decimal('Average rating, 0 to 5.'),
  ratingNum: field.intString('Number of ratings.'),
  recommended: field.bool('Whether the goods are recommended.'),
  recommendedSeq: field.intString('Position among the recommended goods.'),
  createdTime: field.datetime('Time of creation.'),
  updatedTime: field.datetime('Time of the last change.'),
};

/** Price fields of goods that are sold individually. */
export const priceFields = {
  price: field.money('Price in RMB.'),
  vipLevelId: field.intString('Id of the membership level that includes the goods, 0 for none.'),
};

/** Fields that courses and course sets share. */
export const courseFields = {
  id: field.intString('Id.'),
  title: field.text('Title.'),
  subtitle: field.text('Subtitle.'),
  summary: field.html('Summary, as HTML with absolute addresses.'),
  cover: field.picture('Cover.', '/assets/courses/course.svg'),
  ...goodsFields,
  recommendedTime: field.nullable(field.datetime('Time of the recommendation.')),
};

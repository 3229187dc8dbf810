import { field } from 'lectern';
import { goodsStates } from '../../goods/index.ts';

/** Fields that courses, course sets and classrooms share. */
export const goodsFields = {
  status: field.oneOf(goodsStates.names, 'Status; only managers see goods that are not published.'),
  categoryId: field.intString('Id of the category, 0 for none.'),
  studentNum: field.intString('Number of students that are not locked out.'),
  hitNum: field.intString('Number of views, which the platform itself does not count.'),
  rating: field.decimal('Average rating, 0 to 5; the platform itself collects none.'),
  ratingNum: field.intString('Number of ratings in the average; 0 without any.'),
  recommended: field.bool('Whether the goods are recommended.'),
  recommendedSeq: field.intString('Position among the recommended goods, for lists sorted by it.'),
  createdTime: field.datetime('Time of creation.'),
  updatedTime: field.datetime('Time of the last change.'),
};

/** Price fields of goods that are sold individually. */
export const priceFields = {
  price: field.money('Price in RMB, without coupons; 0.00 if it is free.'),
  vipLevelId: field.intString('Id of the membership level that includes the goods, 0 for none.'),
};

/** Fields that courses and course sets share. */
export const courseFields = {
  id: field.intString('Id.'),
  title: field.text('Title, as plain text.'),
  subtitle: field.text('Subtitle, as plain text; "" for none.'),
  summary: field.html('Summary, as HTML with absolute addresses.'),
  cover: field.picture('Cover, or a default picture, as absolute URLs.', '/assets/courses/course.svg'),
  ...goodsFields,
  recommendedTime: field.nullable(field.datetime('Time since which it is recommended; null if it is not.')),
};

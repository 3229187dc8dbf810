import { field, shape } from 'lectern';
import { expiryModes, goodsStates } from '../../goods/index.ts';

const defaultCover = '/assets/exercises/cover.svg';

/** An exercise made from a question bank (specification, section 2, ItemBankExercise). */
export const itemBankExercise = shape('ItemBankExercise').mode('public', {
  id: field.intString('Id.'),
  title: field.text('Title, as plain text.'),
  cover: field.picture('Cover, or a default picture, as absolute URLs.', defaultCover),
  seq: field.intString('Sequence number for clients; lists are not ordered by it.'),
  status: field.oneOf(goodsStates.names, 'Status; only managers see exercises that are not published.'),
  chapterEnable: field.bool('Whether the exercise offers practice by chapters.'),
  assessmentEnable: field.bool('Whether the exercise offers practice by assessments.'),
  questionBankId: field.intString('Id of the question bank, which another system holds.'),
  studentNum: field.intString('Number of students that are not locked out.'),
  joinEnable: field.bool('Whether users can join the exercise.'),
  expiryMode: field.oneOf(expiryModes, 'Validity of a membership: unlimited, for days, or by dates.'),
  expiryDays: field.text('Days of validity, "0" when not set.'),
  expiryStartDate: field.text('Start of the validity, in unix seconds, "0" when not set.'),
  expiryEndDate: field.text('End of the validity, in unix seconds, "0" when not set.'),
  isFree: field.bool('Whether the exercise is free; its price is then 0.00.'),
  price: field.money('Price in RMB, without coupons; 0.00 if it is free.'),
  originPrice: field.money('Price before any reduction, in RMB; shown only, never charged.'),
  ratingNum: field.intString('Number of ratings in the average; 0 without any.'),
  rating: field.decimal('Average rating, 0 to 5; the platform itself collects none.'),
  recommended: field.bool('Whether the exercise is recommended.'),
  recommendedSeq: field.intString('Position among the recommended exercises, for lists sorted by it.'),
  recommendedTime: field.nullable(field.datetime('Time since which it is recommended; null if it is not.')),
  createdTime: field.datetime('Time of creation.'),
  updatedTime: field.datetime('Time of the last change.'),
});

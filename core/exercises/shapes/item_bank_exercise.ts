import { field, shape } from 'lectern';
import { expiryModes, goodsStates } from '../../goods/index.ts';

const defaultCover = '/assets/exercises/cover.svg';

/** An exercise made from a question bank (specification, section 2, ItemBankExercise). */
export const itemBankExercise = shape('ItemBankExercise').mode('public', {
  id: field.intString('Id.'),
  title: field.text('Name.'),
  cover: field.picture('Cover.', defaultCover),
  seq: field.intString('Sequence number.'),
  status: field.oneOf(goodsStates.names, 'Status.'),
  chapterEnable: field.bool('Whether it can be practised by chapters.'),
  assessmentEnable: field.bool('Whether it can be practised by assessments.'),
  questionBankId: field.intString('Id of the question bank.'),
  studentNum: field.intString('Number of students.'),
  joinEnable: field.bool('Whether it can be joined.'),
  expiryMode: field.oneOf(expiryModes, 'How long a membership is valid: for ever, for days, or by dates.'),
  expiryDays: field.text('Days that a membership is valid, "0" when not set.'),
  expiryStartDate: field.text('When the validity starts, in unix seconds, "0" when not set.'),
  expiryEndDate: field.text('When the validity ends, in unix seconds, "0" when not set.'),
  isFree: field.bool('Whether it is free.'),
  price: field.money('Price.'),
  originPrice: field.money('Price before any reduction.'),
  ratingNum: field.intString('Number of ratings.'),
  rating: field.decimal('Average rating, 0 to 5.'),
  recommended: field.bool('Whether it is recommended.'),
  recommendedSeq: field.intString('Place among the recommended ones.'),
  recommendedTime: field.nullable(field.datetime('When it was recommended.')),
  createdTime: field.datetime('When it was created.'),
  updatedTime: field.datetime('When it was last changed.'),
});

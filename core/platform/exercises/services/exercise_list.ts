import type { SourceOfShape } from 'lectern';
import { goodsOrders, secondsOf, type GoodsQuery, type Revised } from '../../goods/index.ts';
import type { itemBankExercise } from '../shapes/item_bank_exercise.ts';

export type Exercise = SourceOfShape<typeof itemBankExercise, 'public'> & Revised;

const orders = {
  createdTime: goodsOrders.createdTime,
  updatedTime: goodsOrders.updatedTime,
  price: goodsOrders.price,
  rating: goodsOrders.rating,
  studentNum: goodsOrders.studentNum,
  recommendedSeq: goodsOrders.recommendedSeq,
};

export type ExerciseSort = keyof typeof orders;

export const exerciseSorts = Object.keys(orders) as [ExerciseSort, ...ExerciseSort[]];

/** Conditions, order and position of a page of exercises. */
export type ExerciseQuery = Pick<GoodsQuery<ExerciseSort>, 'sort' | 'title' | 'offset' | 'limit' | 'after'>;

const columns = {
  id: 'id',
  title: 'title',
  cover: 'cover',
  seq: 'seq',
  status: 'status',
  chapterEnable: 'chapter_enable',
  assessmentEnable: 'assessment_enable',
  questionBankId: 'question_bank_id',
  studentNum: 'student_num',
  joinEnable: 'join_enable',
  expiryMode: 'expiry_mode',
  expiryDays: 'expiry_days::text',
  expiryStartDate: `${secondsOf('expiry_start_at')}::text`,
  expiryEndDate: `${secondsOf('expiry_end_at')}::text`,
  isFree: 'is_free',
  price: 'price',
  originPrice: 'origin_price',
  ratingNum: 'rating_num',
  rating: 'rating',
  recommended: 'recommended',
  recommendedSeq: 'recommended_seq',
  recommendedTime: 'recommended_at',
  createdTime: 'created_at',
  updatedTime: 'updated_at',
  revision: 'revision',
};

/** Table, columns and sort orders of exercises. The sort columns are never null. */
export const exerciseKind = { table: 'item_bank_exercises', columns, orders, grams: 'title_grams', nullsFirst: false };

import type { SourceOfShape } from 'lectern';
import { GoodsReader, type Revised, type TypedGoodsQuery } from '../../goods/index.ts';
import { noCourseSet } from '../failures.ts';
import { courseSet } from '../shapes/course_set.ts';
import type { courseSetTypes } from '../shapes/enums.ts';
import { courseCategories } from './course_categories.ts';

export type CourseSet = SourceOfShape<typeof courseSet, 'public'> & Revised;

export const courseSetSorts = [
  'createdTime',
  'updatedTime',
  'recommendedSeq',
  'hitNum',
  'recommendedTime',
  'rating',
  'studentNum',
] as const;

export type CourseSetSort = (typeof courseSetSorts)[number];
type CourseSetType = (typeof courseSetTypes)[number];

/** Conditions, order and position of a page of course sets. */
export type CourseSetQuery<Column extends string = never> = TypedGoodsQuery<CourseSetType, CourseSetSort, Column>;

/** Reads course sets. */
export class CourseSets extends GoodsReader<CourseSet, CourseSetSort, CourseSetType> {
  constructor() {
    super({ table: 'course_sets', shape: courseSet, categories: courseCategories.table, notFound: noCourseSet });
  }
}

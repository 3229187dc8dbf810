/** Columns that courses, course sets and classrooms share, by the names of their fields in answers. */
export const goodsColumns = {
  id: 'id',
  title: 'title',
  cover: 'cover',
  status: 'status',
  categoryId: 'category_id',
  studentNum: 'student_num',
  hitNum: 'hit_num',
  rating: 'rating',
  ratingNum: 'rating_num',
  recommended: 'recommended',
  recommendedSeq: 'recommended_seq',
  createdTime: 'created_at',
  updatedTime: 'updated_at',
  revision: 'revision',
};

/** Sort keys of goods: name of the key -> column. */
export const goodsOrders = {
  createdTime: { column: 'created_at', type: 'time' },
  updatedTime: { column: 'updated_at', type: 'time' },
  price: { column: 'price', type: 'integer' },
  rating: { column: 'rating', type: 'decimal' },
  studentNum: { column: 'student_num', type: 'integer' },
  hitNum: { column: 'hit_num', type: 'integer' },
  recommendedSeq: { column: 'recommended_seq', type: 'integer' },
  recommendedTime: { column: 'recommended_at', type: 'time', nullable: true },
} as const;

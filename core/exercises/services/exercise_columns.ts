const secondsOf = (column: string) => `coalesce(floor(extract(epoch from ${column}))::bigint, 0)::text`;

/** Columns of an exercise under the names of its shape. */
export const exerciseColumns = `
  id, title, cover, seq, status, chapter_enable as "chapterEnable", assessment_enable as "assessmentEnable",
  question_bank_id as "questionBankId", student_num as "studentNum", join_enable as "joinEnable",
  expiry_mode as "expiryMode", expiry_days::text as "expiryDays", ${secondsOf('expiry_start_at')} as "expiryStartDate",
  ${secondsOf('expiry_end_at')} as "expiryEndDate", is_free as "isFree", price, origin_price as "originPrice",
  rating_num as "ratingNum", rating, recommended, recommended_seq as "recommendedSeq",
  recommended_at as "recommendedTime", created_at as "createdTime", updated_at as "updatedTime"`;

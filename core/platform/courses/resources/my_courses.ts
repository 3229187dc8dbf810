import { accepts, creates, fails, input, pageOf, resource, returns, use, summary } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { enrolmentFailures } from '../../enrolments/index.ts';
import { accountOf, done, userFailures } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { myCourse } from '../shapes/my_course.ts';

const joined = {
  courseId: input.id({ description: 'Id of the course to join: free, or covered by a membership of yours.' }),
};
const { alreadyJoined, goodsEnded, joiningDisabled, lockedOut, mustBeBought, notJoined, notLeavable } =
  enrolmentFailures;

@resource('/me/courses')
export default class MyCourses {
  protected readonly enrolments = use('courseEnrolments');

  @summary('List your courses, last joined first')
  @accepts(keysetPaging)
  @fails(userFailures.needsAccount)
  @returns(pageOf(myCourse), 'public')
  search({ user, input: place }: Call<object, InputOf<typeof keysetPaging>>) {
    return this.enrolments.list(accountOf(user), place);
  }

  @summary('Get one of your courses')
  @fails(notJoined, userFailures.needsAccount)
  @returns(myCourse, 'public')
  get({ user, params }: Call<{ id: string }>) {
    return this.enrolments.get(accountOf(user), params.id);
  }

  @summary(
    'Join a course. It has to be free, or included in your membership of the site; others are bought with ' +
      '`POST /orders`.',
  )
  @accepts(joined)
  @creates
  @fails(failures.courseNotFound, alreadyJoined, goodsEnded, joiningDisabled, lockedOut, mustBeBought)
  @fails(userFailures.needsAccount, 'goods.joining')
  @returns(myCourse, 'public')
  add({ user, input: { courseId } }: Call<object, InputOf<typeof joined>>) {
    return this.enrolments.join(accountOf(user), courseId);
  }

  @summary('Leave a course that you joined without a purchase')
  @fails(notJoined, notLeavable, userFailures.needsAccount)
  @returns(done, 'public')
  async remove({ user, params }: Call<{ id: string }>) {
    await this.enrolments.leave(accountOf(user), params.id);
    return { success: true };
  }
}

import { accepts, creates, fails, input, pageOf, resource, returns, use, summary } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { enrolmentFailures } from '../../enrolments/index.ts';
import { accountOf, done, userFailures } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { myClassroom } from '../shapes/my_classroom.ts';

const joined = {
  classroomId: input.id({ description: 'Id of the classroom to join: free, or covered by a membership of yours.' }),
};
const { alreadyJoined, goodsEnded, joiningDisabled, lockedOut, mustBeBought, notJoined, notLeavable } =
  enrolmentFailures;

@resource('/me/classrooms')
export default class MyClassrooms {
  protected readonly enrolments = use('classroomEnrolments');

  @summary('List your classrooms, last joined first')
  @accepts(keysetPaging)
  @fails(userFailures.needsAccount)
  @returns(pageOf(myClassroom), 'public')
  search({ user, input: place }: Call<object, InputOf<typeof keysetPaging>>) {
    return this.enrolments.list(accountOf(user), place);
  }

  @summary('Get one of your classrooms')
  @fails(notJoined, userFailures.needsAccount)
  @returns(myClassroom, 'public')
  get({ user, params }: Call<{ id: string }>) {
    return this.enrolments.get(accountOf(user), params.id);
  }

  @summary(
    'Join a classroom. It has to be free, or included in your membership of the site; others are bought with ' +
      '`POST /orders`.',
  )
  @accepts(joined)
  @creates
  @fails(failures.classroomNotFound, alreadyJoined, goodsEnded, joiningDisabled, lockedOut, mustBeBought)
  @fails(userFailures.needsAccount, 'goods.joining')
  @returns(myClassroom, 'public')
  add({ user, input: { classroomId } }: Call<object, InputOf<typeof joined>>) {
    return this.enrolments.join(accountOf(user), classroomId);
  }

  @summary('Leave a classroom that you joined without a purchase')
  @fails(notJoined, notLeavable, userFailures.needsAccount)
  @returns(done, 'public')
  async remove({ user, params }: Call<{ id: string }>) {
    await this.enrolments.leave(accountOf(user), params.id);
    return { success: true };
  }
}

import { accepts, creates, fails, input, pageOf, resource, returns, use, summary } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { enrolmentFailures } from '../../enrolments/index.ts';
import { accountOf, done, userFailures } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { myItemBankExercise } from '../shapes/my_item_bank_exercise.ts';

const joined = {
  exerciseId: input.id({ description: 'Id of the exercise to join: free, or covered by a membership of yours.' }),
};
const { alreadyJoined, goodsEnded, joiningDisabled, lockedOut, mustBeBought, notJoined, notLeavable } =
  enrolmentFailures;

@resource('/me/item_bank_exercises')
export default class MyItemBankExercises {
  protected readonly enrolments = use('exerciseEnrolments');

  @summary('List your question-bank exercises, last joined first')
  @accepts(keysetPaging)
  @fails(userFailures.needsAccount)
  @returns(pageOf(myItemBankExercise), 'public')
  search({ user, input: place }: Call<object, InputOf<typeof keysetPaging>>) {
    return this.enrolments.list(accountOf(user), place);
  }

  @summary('Get one of your question-bank exercises')
  @fails(notJoined, userFailures.needsAccount)
  @returns(myItemBankExercise, 'public')
  get({ user, params }: Call<{ id: string }>) {
    return this.enrolments.get(accountOf(user), params.id);
  }

  @summary(
    'Join a question-bank exercise. It has to be free, or included in your membership of the site; others are ' +
      'bought with `POST /orders`.',
  )
  @accepts(joined)
  @creates
  @fails(failures.exerciseNotFound, alreadyJoined, goodsEnded, joiningDisabled, lockedOut, mustBeBought)
  @fails(userFailures.needsAccount, 'goods.joining')
  @returns(myItemBankExercise, 'public')
  add({ user, input: { exerciseId } }: Call<object, InputOf<typeof joined>>) {
    return this.enrolments.join(accountOf(user), exerciseId);
  }

  @summary('Leave a question-bank exercise that you joined without a purchase')
  @fails(notJoined, notLeavable, userFailures.needsAccount)
  @returns(done, 'public')
  async remove({ user, params }: Call<{ id: string }>) {
    await this.enrolments.leave(accountOf(user), params.id);
    return { success: true };
  }
}

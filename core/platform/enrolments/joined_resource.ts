import { accepts, creates, fails, input, pageOf, returns, summary } from 'lectern';
import type { Call, FailureKind, Shape } from 'lectern';
import { keysetPaging } from '../../infrastructure/database/index.ts';
import { accountOf, done, userFailures } from '../users/index.ts';
import { enrolmentFailures } from './failures.ts';
import type { Enrolments } from './services/enrolments.ts';

/** What the operations of a user on the goods of one kind declare. */
interface JoinedTerms {
  /** Name of the field with the id of the goods, such as `courseId`. */
  readonly parent: string;
  /** The goods in summaries, such as `course`. */
  readonly goods: string;
  readonly shape: Shape;
  readonly notFound: FailureKind;
}

const { alreadyJoined, goodsEnded, joiningDisabled, lockedOut, mustBeBought, notJoined, notLeavable } =
  enrolmentFailures;
const { needsAccount } = userFailures;

/** Base class of the resource with which users list, join and leave the goods of one kind. */
// oxlint-disable-next-line max-lines-per-function -- the class of the four operations
export function joinedResource({ parent, goods, shape, notFound }: JoinedTerms) {
  const id = input.id({
    description: `Id of the ${parent.replace('Id', '')} to join: free, or covered by a membership of yours.`,
  });
  abstract class JoinedResource {
    protected abstract readonly enrolments: Enrolments;

    @summary(`List your ${goods}s, last joined first`)
    @accepts(keysetPaging)
    @fails(needsAccount)
    @returns(pageOf(shape), 'public')
    search({ user, input: place }: Call<object, typeof keysetPaging>) {
      return this.enrolments.list(accountOf(user), place);
    }

    @summary(`Get one of your ${goods}s`)
    @fails(notJoined, needsAccount)
    @returns(shape, 'public')
    get({ user, params }: Call<{ id: string }>) {
      return this.enrolments.get(accountOf(user), params.id);
    }

    @summary(
      `Join a ${goods}. It has to be free, or included in your membership of the site; others are bought with ` +
        '`POST /orders`.',
    )
    @accepts({ [parent]: id })
    @creates
    @fails(notFound, alreadyJoined, goodsEnded, joiningDisabled, lockedOut, mustBeBought)
    @fails(needsAccount, 'goods.joining')
    @returns(shape, 'public')
    add({ user, input: { [parent]: goodsId } }: Call<object, Readonly<Record<string, string>>>) {
      return this.enrolments.join(accountOf(user), goodsId as string);
    }

    @summary(`Leave a ${goods} that you joined without a purchase`)
    @fails(notJoined, notLeavable, needsAccount)
    @returns(done, 'public')
    async remove({ user, params }: Call<{ id: string }>) {
      await this.enrolments.leave(accountOf(user), params.id);
      return { success: true };
    }
  }
  return JoinedResource;
}

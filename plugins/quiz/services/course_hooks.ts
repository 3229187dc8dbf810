import { input, type InputOf, type OpenCall, type OperationHook, use } from 'lectern';
import { failures } from '../failures.ts';
import { QuizEditing } from './quiz_editing.ts';
import { Quizzes } from './quizzes.ts';

const removal = {
  withQuizzes: input.bool({ default: false, description: 'Whether the quizzes of the course are removed with it.' }),
};

/** Refuses the removal of a course with quizzes; with `withQuizzes`, removes the quizzes, too. */
export class QuizzesOfRemovedCourse implements OperationHook {
  readonly address = '/courses/{id}';
  readonly operation = 'remove';
  readonly input = removal;
  readonly fails = [failures.courseHasQuizzes];
  readonly #editing = use(QuizEditing);
  readonly #quizzes = use(Quizzes);

  /** @throws failures.courseHasQuizzes */
  async before({ params: { id } }: OpenCall<{ id: string }>, { withQuizzes }: InputOf<typeof removal>): Promise<void> {
    if (withQuizzes) await this.#editing.removeAll(id);
    else if (await this.#quizzes.exist(id)) throw failures.courseHasQuizzes();
  }
}

/** Refuses to remove the membership level of a course while a quiz of the course is for members. */
export class MembershipOfCourse implements OperationHook {
  readonly address = '/courses/{id}';
  readonly operation = 'update';
  readonly fails = [failures.membershipNeeded];
  readonly #quizzes = use(Quizzes);

  /** @throws failures.membershipNeeded */
  async before({ params, input: { vipLevelId } }: OpenCall<{ id: string }, { vipLevelId?: string }>): Promise<void> {
    if (vipLevelId === '0' && (await this.#quizzes.exist(params.id, 'members'))) throw failures.membershipNeeded();
  }
}

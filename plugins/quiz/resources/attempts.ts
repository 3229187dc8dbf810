import { accepts, creates, fails, pageOf, resource, returns, summary, use, type Call } from 'lectern';
import { accountOf, keysetPaging } from 'lectern/core';
import { failures } from '../failures.ts';
import { submission, type Submission } from '../inputs.ts';
import { CourseAccess, type QuizOfCourse } from '../services/course_access.ts';
import { attempt } from '../shapes/attempt.ts';
import { AttemptRecords } from '../services/attempt_records.ts';
import { Attempts } from '../services/attempts.ts';

type One = QuizOfCourse & { id: string };

/** Attempts at a quiz. Learners see their own, managers of the course see all. */
@resource('/courses/{courseId}/quizzes/{quizId}/attempts', { signedIn: true, missing: failures.attemptNotFound })
export default class AttemptsResource {
  protected readonly access = use(CourseAccess);
  protected readonly records = use(AttemptRecords);
  protected readonly attempts = use(Attempts);

  @summary('List the attempts at a quiz, newest first. Learners see their own.')
  @accepts(keysetPaging)
  @fails(failures.courseNotFound, failures.quizNotFound)
  @returns(pageOf(attempt), 'simple')
  async search(call: Call<QuizOfCourse, typeof keysetPaging>) {
    return this.records.list(await this.seen(call), call.input, call);
  }

  @summary(
    'Get an attempt with its questions. Learners see their own. Whether an answer is right is shown after the submission.',
  )
  @fails(failures.courseNotFound, failures.quizNotFound)
  @returns(attempt, 'full')
  async get(call: Call<One>) {
    return this.records.get(call.params.id, await this.seen(call), call);
  }

  @summary('Start an attempt. Its questions are in the answer; submit it before it closes.')
  @creates
  @fails(failures.quizNotFound, failures.noQuestions, failures.attemptOpen, failures.noAttemptLeft)
  @returns(attempt, 'full')
  async add({ params: { quizId }, user }: Call<QuizOfCourse>) {
    const id = await this.attempts.begin(quizId, user);
    return this.records.get(id, { quizId, userId: user.id });
  }

  @summary('Submit an open attempt of your own. The answer has its score; an attempt is submitted once.')
  @accepts(submission)
  @fails(failures.courseNotFound, failures.quizNotFound, failures.attemptClosed)
  @returns(attempt, 'full')
  async update(call: Call<One, Submission>) {
    const { courseId, quizId, id } = call.params;
    const userId = accountOf(call.user);
    await this.access.managesQuiz(call.params, call.user);
    await this.attempts.submit({ id, quizId, courseId, userId }, call.input);
    return this.records.get(id, { quizId, userId });
  }

  /** The attempts that a caller sees. @throws failures.courseNotFound, failures.quizNotFound */
  protected async seen(call: Call<QuizOfCourse>) {
    const { params, user } = call;
    const manages = await this.access.managesQuiz(params, user, call);
    return { quizId: params.quizId, userId: manages ? undefined : user.id };
  }
}

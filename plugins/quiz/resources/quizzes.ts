import { accepts, creates, fails, pageOf, resource, returns, revised, signedIn, summary, use } from 'lectern';
import type { Call } from 'lectern';
import { done, keysetPaging } from 'lectern/core';
import { failures } from '../failures.ts';
import { newQuiz, quizChange, type NewQuiz, type QuizChange } from '../inputs.ts';
import { quiz } from '../shapes/quiz.ts';
import { CourseAccess } from '../services/course_access.ts';
import { QuizEditing } from '../services/quiz_editing.ts';
import { Quizzes } from '../services/quizzes.ts';

type OfCourse = { courseId: string };
type One = OfCourse & { id: string };

@resource('/courses/{courseId}/quizzes', { requires: 'quiz_manage', missing: failures.quizNotFound })
export default class QuizzesResource {
  protected readonly access = use(CourseAccess);
  protected readonly quizzes = use(Quizzes);
  protected readonly editing = use(QuizEditing);

  @summary('List the quizzes of a course, oldest first. Learners see published ones.')
  @signedIn
  @accepts(keysetPaging)
  @fails(failures.courseNotFound)
  @returns(pageOf(quiz), 'public')
  async search(call: Call<OfCourse, typeof keysetPaging>) {
    const { courseId } = call.params;
    const manages = await this.access.manages(courseId, call.user, call);
    return this.quizzes.list({ courseId, manages }, call.input, call);
  }

  @summary('Get a quiz. Learners see published ones.')
  @signedIn
  @fails(failures.courseNotFound)
  @returns(quiz, 'public')
  async get(call: Call<One>) {
    const { id, courseId } = call.params;
    const manages = await this.access.manages(courseId, call.user, call);
    const found = await this.quizzes.get(id, { courseId, manages }, call);
    call.reply.revision(found.revision);
    return found;
  }

  @summary('Create a quiz. It has no questions yet, and is not published by default.')
  @accepts(newQuiz)
  @creates
  @fails(failures.courseNotFound, failures.notYourCourse)
  @returns(quiz, 'public')
  async add({ params: { courseId }, input, user }: Call<OfCourse, NewQuiz>) {
    await this.access.mustManage(courseId, user);
    return this.editing.add(courseId, input);
  }

  @summary('Change a quiz. Only the given fields change.')
  @accepts(quizChange)
  @revised
  @fails(failures.courseNotFound, failures.notYourCourse)
  @returns(quiz, 'public')
  async update({ params: { courseId, id }, input, request, user }: Call<One, QuizChange>) {
    await this.access.mustManage(courseId, user);
    return this.editing.update({ courseId, id, seen: request.revisions }, input);
  }

  @summary('Remove a quiz with its questions and attempts')
  @revised
  @fails(failures.courseNotFound, failures.notYourCourse)
  @returns(done, 'public')
  async remove({ params: { courseId, id }, request, user }: Call<One>) {
    await this.access.mustManage(courseId, user);
    return this.editing.remove({ courseId, id, seen: request.revisions });
  }
}

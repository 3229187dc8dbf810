import { accepts, creates, fails, listOf, resource, returns, summary, use, type Call } from 'lectern';
import { done } from 'lectern/core';
import { failures } from '../failures.ts';
import { newQuestion, questionChange, type NewQuestion, type QuestionChange } from '../inputs.ts';
import { CourseAccess, type QuizOfCourse } from '../services/course_access.ts';
import { question } from '../shapes/question.ts';
import { Questions } from '../services/questions.ts';

type One = QuizOfCourse & { id: string };

const notFound = [failures.courseNotFound, failures.notYourCourse, failures.quizNotFound] as const;

/** Questions of a quiz with their right answers, for managers. Learners read the questions of their attempts. */
@resource('/courses/{courseId}/quizzes/{quizId}/questions', {
  requires: 'quiz_manage',
  missing: failures.questionNotFound,
})
export default class QuestionsResource {
  protected readonly access = use(CourseAccess);
  protected readonly questions = use(Questions);

  @summary('List the questions of a quiz with their right answers. At most a hundred.')
  @fails(...notFound)
  @returns(listOf(question), 'public')
  async search({ params, user }: Call<QuizOfCourse>) {
    await this.access.mustManageQuiz(params, user);
    return this.questions.of(params.quizId);
  }

  @summary('Get a question with its right answer')
  @fails(...notFound)
  @returns(question, 'public')
  async get({ params, user }: Call<One>) {
    await this.access.mustManageQuiz(params, user);
    return this.questions.get(params.quizId, params.id);
  }

  @summary('Add a question to a quiz. The quiz must have no attempts.')
  @accepts(newQuestion)
  @creates
  @fails(...notFound, failures.quizStarted, failures.tooManyQuestions)
  @returns(question, 'public')
  async add({ params, input, user }: Call<QuizOfCourse, NewQuestion>) {
    await this.access.mustManageQuiz(params, user);
    return this.questions.add(params.quizId, input);
  }

  @summary('Change a question. Only the given fields change; the quiz must have no attempts.')
  @accepts(questionChange)
  @fails(...notFound, failures.quizStarted)
  @returns(question, 'public')
  async update({ params, input, user }: Call<One, QuestionChange>) {
    await this.access.mustManageQuiz(params, user);
    return this.questions.update(params.quizId, params.id, input);
  }

  @summary('Remove a question. The quiz must have no attempts.')
  @fails(...notFound, failures.quizStarted)
  @returns(done, 'public')
  async remove({ params, user }: Call<One>) {
    await this.access.mustManageQuiz(params, user);
    return this.questions.remove(params.quizId, params.id);
  }
}

import { asFunction, asValue, contributes, extendShape, field, use } from 'lectern';
import { course } from 'lectern/core';
import { failures } from './failures.ts';
import { AttemptAccess } from './services/attempt_access.ts';
import { CleanAttempts } from './services/clean_attempts.ts';
import { CloseAttempts } from './services/close_attempts.ts';
import { MembershipOfCourse, QuizzesOfRemovedCourse } from './services/course_hooks.ts';
import { Entrance } from './services/entrance.ts';
import { Quizzes } from './services/quizzes.ts';
import { quizSection } from './settings_section.ts';

declare module 'lectern' {
  interface Services {
    quizConfig: { readonly expiredDays: number };
  }

  interface Events {
    /** A learner submitted an attempt; points are integers. */
    'quiz.attempt_submitted': {
      readonly attemptId: string;
      readonly quizId: string;
      readonly courseId: string;
      readonly userId: string;
      readonly score: number;
      readonly maxScore: number;
      readonly passed: boolean;
    };
  }
}

const entrance = (event: 'goods.joining' | 'order.creating') =>
  asFunction(() => {
    const entrance = use(Entrance);
    return { event, fails: [failures.entranceNotPassed], examine: entrance.examine.bind(entrance) };
  });

export default {
  // Contributes to `operationHooks`: each hook runs before an operation of this plugin or of core.
  quizAttemptAccess: contributes('operationHooks', AttemptAccess),
  quizMembershipOfCourse: contributes('operationHooks', MembershipOfCourse),
  quizOfRemovedCourse: contributes('operationHooks', QuizzesOfRemovedCourse),
  // Contributes to `eventChecks`, so that users join a course only after its entrance quizzes.
  quizEntranceToFree: contributes('eventChecks', entrance('goods.joining')),
  quizEntranceToBought: contributes('eventChecks', entrance('order.creating')),
  quizCleanAttempts: contributes('jobs', CleanAttempts),
  quizCloseAttempts: contributes('jobs', CloseAttempts),
  // Adds a field to courses, for requests that name the field in `fields`.
  quizCount: extendShape(course, 'public', () => {
    const quizzes = use(Quizzes);
    return {
      onRequest: true,
      fields: { quizCount: field.int('Number of published quizzes; null if they cannot be counted.') },
      resolve: (courses, call) =>
        quizzes.countsOf(
          courses.map(({ id }) => String(id)),
          call,
        ),
    };
  }),
  quizSection: contributes('settingsSections', asValue(quizSection)),
};

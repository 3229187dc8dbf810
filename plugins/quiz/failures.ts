import { defineFailures } from 'lectern';

export const failures = defineFailures({
  courseNotFound: [10, 404, 'There is no such course.'],
  quizNotFound: [10, 404, 'The course has no such quiz.'],
  questionNotFound: [10, 404, 'The quiz has no such question.'],
  attemptNotFound: [10, 404, 'The quiz has no such attempt.'],
  notYourCourse: [13, 403, 'Only teachers of the course and managers of courses may change its quizzes.'],
  notEnrolled: [13, 403, 'The quiz is for students of the course; join the course first.'],
  notMember: [13, 403, 'The quiz is for users whose membership includes the course.'],
  quizStarted: [14, 409, 'The quiz has attempts, so its questions can no longer change; create another quiz instead.'],
  tooManyQuestions: [14, 409, 'A quiz has at most 100 questions; remove one first, or create another quiz.'],
  noQuestions: [14, 409, 'The quiz has no questions yet; a teacher of the course has to add some.'],
  attemptOpen: [14, 409, 'Your last attempt is open; submit it first.'],
  noAttemptLeft: [14, 409, 'You have used all attempts at this quiz.'],
  attemptClosed: [
    14,
    409,
    'The attempt was submitted before, or its time is over; start another one, if you have one left.',
  ],
  entranceNotPassed: [14, 409, 'Pass the entrance quiz of the course first.'],
  courseHasQuizzes: [14, 409, 'The course has quizzes; remove them first, or add the parameter withQuizzes=true.'],
  membershipNeeded: [
    14,
    409,
    'A quiz of the course is for members, so the course needs a membership level; change the audience of the quiz first.',
  ],
});

import { input, nested, reader, shape } from 'lectern';
import { section, setting, shapeName } from '../section.ts';

/**
 * Declares a section of flags. Answers show 0 for all flags while `enable` is 0.
 * @param what content of the whole section, such as `Reviews`; begins the description of `enable`
 * @param flagged content of each further flag, by the name of the flag
 */
function flags(name: string, what: string, flagged: Readonly<Record<string, string>>) {
  const each = Object.entries({ enable: `${what}; 0 switches off all of them`, ...flagged });
  const settings = each.map(([flag, words]) => [flag, setting.flag(`${words}: 1 on, 0 off.`, 1)] as const);
  return section(name, Object.fromEntries(settings), {
    present: (values: Readonly<Record<string, unknown>>) =>
      Number(values['enable']) === 1 ? values : Object.fromEntries(Object.keys(values).map((flag) => [flag, 0])),
  });
}

export const ugcReview = flags('ugc_review', 'Reviews', {
  course_enable: 'Reviews of courses',
  classroom_enable: 'Reviews of classrooms',
  question_bank_enable: 'Reviews of question banks',
  open_course_enable: 'Reviews of open courses',
  article_enable: 'Reviews of articles',
});

export const ugcNote = flags('ugc_note', 'Notes of learners', {
  course_enable: 'Notes in courses',
  classroom_enable: 'Notes in classrooms',
});

export const ugcThread = flags('ugc_thread', 'Questions and topics', {
  course_question_enable: 'Questions in courses',
  course_thread_enable: 'Topics in courses',
  classroom_question_enable: 'Questions in classrooms',
  classroom_thread_enable: 'Topics in classrooms',
  group_thread_enable: 'Topics in groups',
});

export const ugcPrivateMessage = flags('ugc_private_message', 'Private messages', {
  student_to_student: 'Private messages between students',
  student_to_teacher: 'Private messages of students to teachers',
  teacher_to_student: 'Private messages of teachers to students',
});

const parts = { review: ugcReview, note: ugcNote, thread: ugcThread, private_message: ugcPrivateMessage };

function eachPart<T>(make: (part: typeof ugcReview) => T): Record<keyof typeof parts, T> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, make(part)])) as never;
}

const accepts = eachPart((part) => input.optional(input.object(part.accepts)));

/** User-generated content: composed of the four sections above, which store the values. */
export const ugc = {
  name: 'ugc',
  shape: shape(shapeName('ugc')).mode(
    'public',
    eachPart((part) => nested(part.shape, 'public', `Flags of the section \`${part.name}\`.`)),
  ),
  accepts,
  read: reader(accepts),
  initial: {},
  present: (values: object) => values,
  parts: eachPart((part) => part.name) as Readonly<Record<string, string>>,
};

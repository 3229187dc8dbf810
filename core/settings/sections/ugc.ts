import { input, nested, reader, shape } from 'lectern';
import { section, setting, shapeName } from '../section.ts';

/** Declares a section of flags. Answers show 0 for all flags while `enable` is 0. */
function flags(name: string, names: readonly string[]) {
  const each = ['enable', ...names].map(
    (flag) => [flag, setting.flag(`${flag.replaceAll('_', ' ')}: 1 on, 0 off.`, 1)] as const,
  );
  return section(name, Object.fromEntries(each), {
    present: (values: Readonly<Record<string, unknown>>) =>
      Number(values['enable']) === 1 ? values : Object.fromEntries(Object.keys(values).map((flag) => [flag, 0])),
  });
}

export const ugcReview = flags('ugc_review', [
  'course_enable',
  'classroom_enable',
  'question_bank_enable',
  'open_course_enable',
  'article_enable',
]);

export const ugcNote = flags('ugc_note', ['course_enable', 'classroom_enable']);

export const ugcThread = flags('ugc_thread', [
  'course_question_enable',
  'course_thread_enable',
  'classroom_question_enable',
  'classroom_thread_enable',
  'group_thread_enable',
]);

export const ugcPrivateMessage = flags('ugc_private_message', [
  'student_to_student',
  'student_to_teacher',
  'teacher_to_student',
]);

const parts = { review: ugcReview, note: ugcNote, thread: ugcThread, private_message: ugcPrivateMessage };

function eachPart<T>(make: (part: typeof ugcReview) => T): Record<keyof typeof parts, T> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, make(part)])) as never;
}

const accepts = eachPart((part) => input.optional(input.object(part.accepts)));

/** User-generated content: composes four sections. A changed field is stored in the section that it belongs to. */
export const ugc = {
  name: 'ugc',
  shape: shape(shapeName('ugc')).mode(
    'public',
    eachPart((part) => nested(part.shape, 'public', `The section ${part.name}.`)),
  ),
  accepts,
  read: reader(accepts),
  initial: {},
  present: (values: object) => values,
  parts: eachPart((part) => part.name) as Readonly<Record<string, string>>,
};

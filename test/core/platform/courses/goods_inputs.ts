import type { Row } from './support.ts';

const start = Date.UTC(2026, 2, 1) / 1_000;
const end = Date.UTC(2026, 3, 1) / 1_000;
/** Id of a category beyond the safe integers of JavaScript. */
export const LARGE_ID = '9007199254740993';
export const cover = { small: 'https://example.org/s.png', middle: 'https://example.org/m.png', large: '/files/l.png' };

/** A kind of goods: its accepted and ignored inputs, and the fields of the answer. */
interface Kind {
  readonly path: string;
  readonly word: string;
  readonly everything: Row;
  /** Inputs with another name or form in the answer, which is in `shown`. */
  readonly said: Row;
  readonly shown: Row;
}

export const kinds: readonly Kind[] = [
  {
    path: '/courses',
    word: 'A course',
    everything: {
      title: 'Everything',
      subtitle: 'From the beginning',
      summary: '<p>All of it.</p>',
      courseSetId: '7',
      type: 'live',
      status: 'published',
      categoryId: LARGE_ID,
      goals: ['One', 'Two'],
      audiences: ['Everybody'],
      isFree: false,
      price: '999999999999.95',
      originPrice: '19.99',
      vipLevelId: '2',
      expiryMode: 'date',
      expiryStartDate: String(start),
      expiryEndDate: String(end),
      expiryDays: '0',
      recommended: true,
      recommendedSeq: '18',
    },
    said: { maxRate: 70, teacherIds: ['60', '3', '60'] },
    shown: { teachers: ['60', '3'], courseSetTitle: 'Course set 7' },
  },
  {
    path: '/course_sets',
    word: 'A course set',
    everything: {
      title: 'Everything',
      subtitle: 'From the beginning',
      summary: '<p>All of it.</p>',
      type: 'liveOpen',
      status: 'published',
      categoryId: '3',
      tags: ['blue', 'green'],
      recommended: true,
      recommendedSeq: '18',
    },
    said: {},
    shown: {},
  },
  {
    path: '/classrooms',
    word: 'A classroom',
    everything: {
      title: 'Everything',
      about: '<p>All of it.</p>',
      status: 'published',
      price: '19.99',
      categoryId: '3',
      vipLevelId: '1',
      recommended: true,
      recommendedSeq: '18',
    },
    said: { maxRate: 70, teacherIds: ['60', '3', '60'], headTeacherId: '3' },
    shown: { teachers: ['60', '3'], headTeacher: '3' },
  },
];

import { expect } from 'chai';
import pg from 'pg';

export type Row = Record<string, any>;

const simpleUser = ['id', 'nickname', 'title', 'uuid', 'destroyed', 'avatar'];
const sizes = ['small', 'middle', 'large'];

function isUser(value: any): boolean {
  return simpleUser.every((name) => name in value) && Object.keys(value).length === simpleUser.length;
}

function isListOf(check: (value: any) => boolean): (value: any) => boolean {
  return (value) => Array.isArray(value) && value.every(check);
}

function isOneOf(...words: string[]): (value: any) => boolean {
  return (value) => words.includes(value);
}

const isIntString = (value: any) => typeof value === 'string' && /^(0|[1-9]\d*)$/.test(value);
const isText = (value: any) => typeof value === 'string';
const isTime = (value: any) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/.test(value);

/** Checks of wire types. */
const types = {
  intString: isIntString,
  intStrings: isListOf(isIntString),
  text: isText,
  texts: isListOf(isText),
  decimal: (value: any) => typeof value === 'string' && /^\d+\.\d\d$/.test(value),
  bool: (value: any) => typeof value === 'boolean',
  datetime: isTime,
  datetimeOrNull: (value: any) => value === null || isTime(value),
  picture: (value: any) =>
    Object.keys(value).join() === sizes.join() && sizes.every((size) => /^https?:\/\/[^/]+\/./.test(value[size])),
  user: isUser,
  userOrNull: (value: any) => value === null || isUser(value),
  users: isListOf(isUser),
  status: isOneOf('draft', 'published', 'closed'),
  courseType: isOneOf('normal', 'live'),
  courseSetType: isOneOf('normal', 'live', 'liveOpen', 'open'),
  expiryMode: isOneOf('forever', 'days', 'date', 'end_date'),
  role: isOneOf('student', 'teacher'),
};

/** Name of a field -> its wire type. */
export type FieldTypes = Readonly<Record<string, keyof typeof types>>;

/** Makes sure that a row has each of these fields in its type, and no other. */
export function expectFields(row: Row, fields: FieldTypes): void {
  expect(Object.keys(row)).to.have.members(Object.keys(fields));
  for (const [name, type] of Object.entries(fields)) {
    expect(types[type](row[name]), `${name}: ${JSON.stringify(row[name])} is no ${type}`).to.equal(true);
  }
}

const common = {
  id: 'intString',
  title: 'text',
  cover: 'picture',
  status: 'status',
  categoryId: 'intString',
  studentNum: 'intString',
  hitNum: 'intString',
  rating: 'decimal',
  ratingNum: 'intString',
  recommended: 'bool',
  recommendedSeq: 'intString',
  createdTime: 'datetime',
  updatedTime: 'datetime',
} as const;

/** A kind of goods, as specified. */
export interface Kind {
  readonly path: string;
  readonly table: string;
  /** Its noun in messages. */
  readonly word: string;
  readonly fields: FieldTypes;
  readonly sorts: readonly string[];
  readonly columns: Readonly<Record<string, string>>;
  /** Number of objects, and id of the draft among them. */
  readonly count: number;
  readonly draft: string;
}

const courseColumns = {
  createdTime: 'created_at',
  updatedTime: 'updated_at',
  recommendedSeq: 'recommended_seq',
  hitNum: 'hit_num',
  recommendedTime: 'recommended_at',
  rating: 'rating',
  studentNum: 'student_num',
};

const classroomColumns = {
  name: 'title',
  createdTime: 'created_at',
  price: 'price',
  recommendedSeq: 'recommended_seq',
  studentNum: 'student_num',
  updatedTime: 'updated_at',
};

function kind(one: Omit<Kind, 'sorts'>): Kind {
  return { ...one, sorts: Object.keys(one.columns) };
}

export const kinds: readonly Kind[] = [
  kind({
    path: '/api/courses',
    table: 'courses',
    word: 'course',
    fields: {
      ...common,
      subtitle: 'text',
      courseSetId: 'intString',
      courseSetTitle: 'text',
      type: 'courseType',
      summary: 'text',
      goals: 'texts',
      audiences: 'texts',
      price: 'decimal',
      originPrice: 'decimal',
      isFree: 'bool',
      vipLevelId: 'intString',
      recommendedTime: 'datetimeOrNull',
      expiryMode: 'expiryMode',
      expiryDays: 'intString',
      expiryStartDate: 'intString',
      expiryEndDate: 'intString',
      teachers: 'users',
      creator: 'userOrNull',
    },
    columns: { ...courseColumns, price: 'price' },
    count: 40,
    draft: '39',
  }),
  kind({
    path: '/api/course_sets',
    table: 'course_sets',
    word: 'course set',
    fields: {
      ...common,
      subtitle: 'text',
      summary: 'text',
      type: 'courseSetType',
      tags: 'texts',
      minCoursePrice: 'decimal',
      maxCoursePrice: 'decimal',
      recommendedTime: 'datetimeOrNull',
      vipLevelIds: 'intStrings',
    },
    columns: courseColumns,
    count: 40,
    draft: '39',
  }),
  kind({
    path: '/api/classrooms',
    table: 'classrooms',
    word: 'classroom',
    fields: {
      ...common,
      about: 'text',
      price: 'decimal',
      vipLevelId: 'intString',
      courseNum: 'intString',
      headTeacher: 'userOrNull',
      teachers: 'users',
    },
    columns: classroomColumns,
    count: 12,
    draft: '12',
  }),
];

export function idsOf({ body }: { body: { data: Row[] } }): string[] {
  return body.data.map(({ id }) => id as string);
}

/** Ids from `from` to `to`. */
export function range(from: number, to: number): string[] {
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, step) => String(from + (to < from ? -step : step)));
}

/** A statement as it was sent. */
export interface Sent {
  readonly text: string;
  readonly values: unknown[];
  /** Name of the prepared statement. */
  readonly name: string | undefined;
}

/** Statements that are sent to the database while `work` runs. */
export async function sentBy(work: () => PromiseLike<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const prototype = pg.Client.prototype as { query: (...args: any[]) => unknown };
  const { query } = prototype;
  prototype.query = function (this: unknown, ...args: any[]) {
    const [first, second] = args;
    const text = typeof first === 'string' ? first : first.text;
    sent.push({ text, values: first.values ?? (Array.isArray(second) ? second : []), name: first.statementName });
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return sent;
}

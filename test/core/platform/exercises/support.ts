import { expect } from 'chai';

/** A JSON object of an answer. */
export type Row = Record<string, any>;

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/;
const absolute = /^http:\/\/127\.0\.0\.1:\d+\/assets\/\w+\/\w+\.svg$/;
const isText = (value: unknown): value is string => typeof value === 'string';

/** Checks of wire types (specification, section 2). */
const types = {
  'int string': (value: unknown) => isText(value) && /^(0|[1-9]\d*)$/.test(value),
  'float string': (value: unknown) => isText(value) && /^(0|[1-9]\d*)\.\d\d$/.test(value),
  string: isText,
  digits: (value: unknown) => isText(value) && /^(0|[1-9]\d*)$/.test(value),
  bool: (value: unknown) => typeof value === 'boolean',
  datetime: (value: unknown) => isText(value) && dateTime.test(value),
  'datetime or null': (value: unknown) => value === null || (isText(value) && dateTime.test(value)),
  status: (value: unknown) => ['draft', 'published', 'closed'].includes(value as string),
  'expiry mode': (value: unknown) => ['forever', 'days', 'date', 'end_date'].includes(value as string),
  'module type': (value: unknown) => ['chapter', 'assessment'].includes(value as string),
  Picture: (value: any) =>
    Object.keys(value).join() === 'small,middle,large' && Object.values(value).every((url: any) => absolute.test(url)),
  SimpleUser: (value: any) => typeof value === 'object' && value !== null,
} as const satisfies Record<string, (value: any) => boolean>;

export type FieldTypes = Readonly<Record<string, keyof typeof types>>;

export const exerciseFields: FieldTypes = {
  id: 'int string',
  title: 'string',
  cover: 'Picture',
  seq: 'int string',
  status: 'status',
  chapterEnable: 'bool',
  assessmentEnable: 'bool',
  questionBankId: 'int string',
  studentNum: 'int string',
  joinEnable: 'bool',
  expiryMode: 'expiry mode',
  expiryDays: 'digits',
  expiryStartDate: 'digits',
  expiryEndDate: 'digits',
  isFree: 'bool',
  price: 'float string',
  originPrice: 'float string',
  ratingNum: 'int string',
  rating: 'float string',
  recommended: 'bool',
  recommendedSeq: 'int string',
  recommendedTime: 'datetime or null',
  createdTime: 'datetime',
  updatedTime: 'datetime',
};

export const memberFields: FieldTypes = {
  id: 'int string',
  exerciseId: 'int string',
  questionBankId: 'int string',
  role: 'string',
  locked: 'bool',
  user: 'SimpleUser',
};

export const simpleUserFields: FieldTypes = {
  id: 'int string',
  nickname: 'string',
  title: 'string',
  uuid: 'string',
  destroyed: 'bool',
  avatar: 'Picture',
};

export const moduleFields: FieldTypes = {
  id: 'int string',
  seq: 'int string',
  exerciseId: 'int string',
  answerSceneId: 'int string',
  title: 'string',
  type: 'module type',
};

/** Expects a field of every row to have its type. */
export function expectType(rows: readonly Row[], name: string, type: keyof typeof types): void {
  expect(rows).to.not.be.empty;
  for (const row of rows) {
    expect(row).to.have.property(name);
    expect(types[type](row[name]), `${name}: ${JSON.stringify(row[name])} is no ${type}`).to.equal(true);
  }
}

export const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id as string);

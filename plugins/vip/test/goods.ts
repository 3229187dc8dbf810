import type { Platform } from '../../../test/support/platform.ts';

export type Row = Readonly<Record<string, any>>;

/** Patterns of the JSON values in the specification, by type. */
const wires = {
  digits: /^"(0|[1-9][0-9]*)"$/,
  decimal: /^"[0-9]+\.[0-9]{2}"$/,
  text: /^"[^]*"$/,
  bool: /^(true|false)$/,
  datetime: /^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00"$/,
  'datetime or null': /^("\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00"|null)$/,
  picture: /^{"small":"http[^"]+","middle":"http[^"]+","large":"http[^"]+"}$/,
  texts: /^\[("[^"]*"(,"[^"]*")*)?\]$/,
  'list of digits': /^\["[1-9][0-9]*"(,"[1-9][0-9]*")*\]$/,
  user: /^{"id":"\d+","nickname":"[^"]+","title":"[^"]*","uuid":"[^"]+","destroyed":(true|false),"avatar":{[^{}]*}}$/,
  users: /^\[{"id":"\d+","nickname":"[^"]+",[^[]*}\]$/,
};
type Fields = Readonly<Record<string, keyof typeof wires>>;

/** Specified behaviour of a list of goods (specification, section 4, Membership plugin). */
export interface GoodsList {
  readonly name: string;
  readonly path: string;
  /** Path of the single objects, outside of the plugin. */
  readonly one: string;
  /** Form of the answer: a bare array, or an object with `data` and `paging`. */
  readonly form: 'bare' | 'paged';
  readonly fields: Fields;
  readonly types: readonly string[];
  /** Sort key of each sort order. */
  readonly sorts: Readonly<Record<string, (row: Row) => number | string>>;
  /** Ids of the goods that each level includes. */
  readonly ids: Readonly<Record<'1' | '2' | '3', readonly number[]>>;
  readonly table: string;
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const number = (name: string) => (row: Row) => Number(row[name]);
const time = (name: string) => (row: Row) => (row[name] === null ? -Infinity : Date.parse(row[name]));

const common: Fields = {
  id: 'digits',
  title: 'text',
  cover: 'picture',
  status: 'text',
  categoryId: 'digits',
  studentNum: 'digits',
  hitNum: 'digits',
  rating: 'decimal',
  ratingNum: 'digits',
  recommended: 'bool',
  recommendedSeq: 'digits',
  createdTime: 'datetime',
  updatedTime: 'datetime',
};
const described: Fields = { ...common, subtitle: 'text', summary: 'text', type: 'text' };

const courseSetSorts = {
  createdTime: time('createdTime'),
  updatedTime: time('updatedTime'),
  recommendedSeq: number('recommendedSeq'),
  hitNum: number('hitNum'),
  recommendedTime: time('recommendedTime'),
  rating: number('rating'),
  studentNum: number('studentNum'),
};

export const goodsLists: readonly GoodsList[] = [
  {
    name: 'courses',
    path: '/api/plugins/vip/vip_courses',
    one: '/api/courses',
    form: 'bare',
    fields: {
      ...described,
      recommendedTime: 'datetime or null',
      courseSetId: 'digits',
      courseSetTitle: 'text',
      goals: 'texts',
      audiences: 'texts',
      price: 'decimal',
      originPrice: 'decimal',
      isFree: 'bool',
      vipLevelId: 'digits',
      expiryMode: 'text',
      expiryDays: 'digits',
      expiryStartDate: 'digits',
      expiryEndDate: 'digits',
      teachers: 'users',
      creator: 'user',
    },
    types: ['normal', 'live'],
    sorts: { ...courseSetSorts, price: number('price') },
    ids: { '1': upTo(12), '2': upTo(20), '3': upTo(24) },
    table: 'courses',
  },
  {
    name: 'course sets',
    path: '/api/plugins/vip/vip_course_sets',
    one: '/api/course_sets',
    form: 'paged',
    fields: {
      ...described,
      recommendedTime: 'datetime or null',
      tags: 'texts',
      minCoursePrice: 'decimal',
      maxCoursePrice: 'decimal',
      vipLevelIds: 'list of digits',
    },
    types: ['normal', 'live', 'liveOpen', 'open'],
    sorts: courseSetSorts,
    ids: { '1': upTo(12), '2': upTo(20), '3': upTo(24) },
    table: 'course_sets',
  },
  {
    name: 'classrooms',
    path: '/api/plugins/vip/vip_classrooms',
    one: '/api/classrooms',
    form: 'paged',
    fields: {
      ...common,
      about: 'text',
      price: 'decimal',
      vipLevelId: 'digits',
      courseNum: 'digits',
      headTeacher: 'user',
      teachers: 'users',
    },
    types: [],
    sorts: {
      name: ({ title }) => title,
      createdTime: time('createdTime'),
      price: number('price'),
      recommendedSeq: number('recommendedSeq'),
      studentNum: number('studentNum'),
      updatedTime: time('updatedTime'),
    },
    ids: { '1': upTo(3), '2': upTo(5), '3': upTo(6) },
    table: 'classrooms',
  },
];

export type Query = Readonly<Record<string, string | number>>;

export type Credential = Readonly<Record<string, string>>;

/** Returns a function that requests a list and returns its rows. */
export function readerOf({ api }: Platform, list: GoodsList) {
  return async (query: Query = {}, credential: Credential = {}) => {
    const { body, headers } = await api.get(list.path).query(query).set(credential).expect(200);
    const rows: Row[] = list.form === 'bare' ? body : body.data;
    return { body, headers, rows, ids: rows.map(({ id }) => Number(id)), total: Number(headers['x-total-count']) };
  };
}

/** Returns descriptions of fields that are missing, superfluous or of a wrong type. */
export function misfitsOf(row: Row, { fields }: GoodsList): string[] {
  const strange = Object.keys(row).filter((name) => !(name in fields));
  const wrong = Object.entries(fields).filter(([name, wire]) => !wires[wire].test(JSON.stringify(row[name] ?? null)));
  return [...strange, ...wrong.map(([name, wire]) => `${name} is no ${wire}: ${JSON.stringify(row[name])}`)];
}

/** Returns the ids of rows in the given sort order. */
export function inOrder(rows: readonly Row[], { sorts }: GoodsList, sort: string): number[] {
  const keys = sort.split(',').map((key) => {
    const descending = key.startsWith('-');
    return { of: sorts[descending ? key.slice(1) : key]!, sign: descending ? -1 : 1 };
  });
  const byId = { of: (row: Row) => Number(row['id']), sign: keys.at(-1)!.sign };
  const compared = [...rows].sort((a, b) => {
    for (const { of, sign } of [...keys, byId]) {
      if (of(a) !== of(b)) return of(a) < of(b) ? -sign : sign;
    }
    return 0;
  });
  return compared.map(({ id }) => Number(id));
}

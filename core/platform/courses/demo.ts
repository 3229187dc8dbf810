import type { Services } from 'lectern';
import { gramsOf, insertDemoRows } from '../../infrastructure/database/index.ts';
import { expiryModes } from '../goods/index.ts';

const COURSES = 40;
const FREE_COURSE = 40;
const DRAFT_COURSE = 39;
const CLASSROOMS = 12;
const DRAFT_CLASSROOM = 12;
const COURSES_PER_CLASSROOM = 3;
/** Categories 1-3 are on top, 4-6 below them. */
const CATEGORIES = 6;
const TOP_CATEGORIES = 3;
const TEACHER = 3;
const FIRST_MEMBER = 9;
const LAST_MEMBER = 60;
const MEMBERS = LAST_MEMBER - FIRST_MEMBER + 1;
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const setTypes = ['normal', 'live', 'liveOpen', 'open'];

/** Inserts courses, course sets and classrooms. The first course and the first classroom have members. */
export default async function demo({ database }: Services): Promise<void> {
  await insertDemoRows(database, 'course_categories', numbers(CATEGORIES).map(categoryRow));
  await insertDemoRows(database, 'course_sets', numbers(COURSES).map(courseSetRow));
  await insertDemoRows(database, 'courses', numbers(COURSES).map(courseRow));
  await insertDemoRows(database, 'classrooms', numbers(CLASSROOMS).map(classroomRow));
  const contents = numbers(CLASSROOMS).flatMap((id) =>
    numbers(COURSES_PER_CLASSROOM).map((nth) => ({
      classroom_id: id,
      course_id: (id - 1) * COURSES_PER_CLASSROOM + nth,
    })),
  );
  await database.table('classroom_courses').insert(contents);
  await insertDemoRows(database, 'course_members', members('course_id'));
  await insertDemoRows(database, 'classroom_members', members('classroom_id'));
}

function categoryRow(id: number) {
  const parent = id > TOP_CATEGORIES ? id - TOP_CATEGORIES : 0;
  return {
    id,
    name: `Category ${id}`,
    code: `category${id}`,
    weight: id,
    parent_id: parent,
    created_at: new Date(FIRST_DAY),
  };
}

function courseSetRow(id: number) {
  const price = priceOf(id);
  const level = courseLevel(id);
  return {
    ...goodsRow(id, `Course set ${id}`),
    ...descriptionOf(id),
    status: id === DRAFT_COURSE ? 'draft' : 'published',
    type: setTypes[id % setTypes.length],
    tags: [`tag${(id % 5) + 1}`, 'demo'],
    min_course_price: price,
    max_course_price: price,
    vip_level_ids: level === 0 ? [] : [level],
  };
}

function courseRow(id: number) {
  const price = priceOf(id);
  const expiryMode = expiryModes[id % expiryModes.length] as string;
  const from = new Date(FIRST_DAY + id * DAY_MS);
  return {
    ...goodsRow(id, `Course ${id}`),
    ...descriptionOf(id),
    status: id === DRAFT_COURSE ? 'draft' : 'published',
    course_set_id: id,
    type: id % 4 === 0 ? 'live' : 'normal',
    goals: [`Know subject ${id}`, 'Use it'],
    audiences: ['Beginners'],
    price,
    is_free: price === 0,
    origin_price: price + (id % 3) * 500,
    max_rate: id === 1 ? 100 : 50,
    vip_level_id: courseLevel(id),
    expiry_mode: expiryMode,
    expiry_days: expiryMode === 'days' ? 30 + id : 0,
    expiry_start_at: expiryMode === 'date' ? from : null,
    expiry_end_at: ['date', 'end_date'].includes(expiryMode) ? new Date(from.getTime() + 3650 * DAY_MS) : null,
    creator_id: TEACHER,
    teacher_ids: [TEACHER],
  };
}

function classroomRow(id: number) {
  return {
    ...goodsRow(id, `Classroom ${id}`),
    status: id === DRAFT_CLASSROOM ? 'draft' : 'published',
    about: `<p>Classroom ${id} brings ${COURSES_PER_CLASSROOM} courses together.</p>`,
    price: id * 2_500,
    max_rate: id === 2 ? 50 : 100,
    vip_level_id: id <= 3 ? 1 : id <= 5 ? 2 : id === 6 ? 3 : 0,
    head_teacher_id: TEACHER,
    teacher_ids: [TEACHER],
  };
}

/**
 * Returns the columns that all goods share. The values have ties, and each sort order results in another sequence, so
 * that tests can compare orders.
 */
function goodsRow(id: number, title: string) {
  const created = FIRST_DAY + id * DAY_MS;
  return {
    id,
    title,
    search_grams: gramsOf(title),
    category_id: id % (TOP_CATEGORIES + 1),
    student_num: id === 1 ? MEMBERS : (id * 7) % 20,
    hit_num: (id * 37) % 101,
    rating: ((((id * 11) % 17) + 3) / 4).toFixed(2),
    rating_num: (id * 3) % 23,
    recommended: isRecommended(id),
    recommended_seq: isRecommended(id) ? (id * 13) % 11 : 0,
    created_at: new Date(created),
    updated_at: new Date(created + ((id * 19) % 41) * DAY_MS),
  };
}

function descriptionOf(id: number) {
  const recommended = new Date(FIRST_DAY + 100 * DAY_MS + ((id * 23) % 43) * HOUR_MS);
  return {
    subtitle: `Subject ${id} from the beginning`,
    summary: `<p>Everything about subject ${id}.</p>`,
    recommended_at: isRecommended(id) ? recommended : null,
  };
}

function isRecommended(id: number): boolean {
  return id % 3 === 0;
}

function priceOf(course: number): number {
  return course === FREE_COURSE ? 0 : course * 1_000;
}

function courseLevel(course: number): number {
  return course <= 12 ? 1 : course <= 20 ? 2 : course <= 24 ? 3 : 0;
}

/** Members of the first course or classroom: users without a special role. The last member is locked out. */
function members(parent: 'course_id' | 'classroom_id') {
  return numbers(MEMBERS).map((id) => ({
    id,
    [parent]: 1,
    user_id: FIRST_MEMBER + id - 1,
    locked: id === MEMBERS,
    created_at: new Date(FIRST_DAY + 2 * DAY_MS + Math.floor(id / 2) * HOUR_MS),
  }));
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

import type { Page, Services, SourceOfShape } from 'lectern';
import type { ReadCall, Statement } from '../../database/index.ts';
import { GoodsTable, type Revised, type Visible } from '../../goods/index.ts';
import { noExercise, noMember, noModule } from '../failures.ts';
import type { itemBankExerciseMember } from '../shapes/item_bank_exercise_member.ts';
import type { itemBankExerciseModule } from '../shapes/item_bank_exercise_module.ts';
import { exerciseKind, type Exercise, type ExerciseQuery, type ExerciseSort } from './exercise_list.ts';
import type { PartOfExercise } from './exercise_part.ts';

export type { Exercise };
export type ExerciseMember = SourceOfShape<typeof itemBankExerciseMember, 'public'> & Revised;
export type ExerciseModule = SourceOfShape<typeof itemBankExerciseModule, 'public'> & Revised;

/** Who looks at an exercise. */
export interface Viewer {
  /** Sees exercises of every status, not only published ones. */
  readonly manages: boolean;
}

type Part = Pick<ExerciseQuery, 'offset' | 'limit'>;

interface MemberRow extends Revised {
  readonly role: string;
  readonly locked: boolean;
  readonly userId: string;
}

interface OfExercise {
  readonly id: string;
}

/** Reads question-bank exercises, their members and modules. */
export class Exercises {
  readonly #users: Services['users'];
  readonly #goods: GoodsTable<Exercise, ExerciseSort>;
  readonly #head: Statement<Pick<Exercise, 'status' | 'questionBankId'>, OfExercise>;
  readonly #members: Statement<MemberRow, OfExercise & Part>;
  readonly #memberCount: Statement<{ total: string }, OfExercise>;
  readonly #modules: Statement<ExerciseModule, OfExercise>;
  readonly #member: Statement<MemberRow, PartOfExercise>;
  readonly #module: Statement<ExerciseModule, PartOfExercise>;

  constructor({ database, users }: Pick<Services, 'database' | 'users'>) {
    this.#users = users;
    this.#goods = new GoodsTable(database, exerciseKind);
    const ofExercise = <Row>(sql: string) =>
      database.statement<Row, OfExercise>((q, param) => q.raw(sql, [param('id')]));
    this.#head = ofExercise(
      `select status, question_bank_id as "questionBankId" from item_bank_exercises where id = ?`,
    );
    this.#memberCount = ofExercise(
      `select count(*) as total from item_bank_exercise_members where exercise_id = ? and not locked`,
    );
    this.#modules = ofExercise(
      `select ${moduleColumns} from item_bank_exercise_modules where exercise_id = ? order by seq, id`,
    );
    const part = <Row>(sql: string) =>
      database.statement<Row, PartOfExercise>((q, param) =>
        q.raw(`${sql} where exercise_id = ? and id = ?`, [param('exerciseId'), param('id')]),
      );
    this.#module = part(`select ${moduleColumns} from item_bank_exercise_modules`);
    this.#member = part(`select ${memberColumns} from item_bank_exercise_members`);
    this.#members = database.statement((q, param) => q.raw(membersSql, [param('id'), param('offset'), param('limit')]));
  }

  /** A page of the exercises, and how many there are. Without `manages` only published ones. */
  list({ manages = false, ...query }: Partial<Viewer> & ExerciseQuery, call?: ReadCall): Promise<Page<Exercise>> {
    return this.#goods.page({ ...query, status: statusFor({ manages }) }, call);
  }

  /** One exercise. Without `manages` only a published one. @throws failures.exerciseNotFound */
  async get(id: string, viewer: Viewer, call?: ReadCall): Promise<Exercise> {
    const found = await this.#goods.find(id, statusFor(viewer), call);
    if (found) return found;
    throw noExercise(id);
  }

  /** A page of the unlocked members of an exercise, newest first. @throws failures.exerciseNotFound */
  async members(id: string, query: Viewer & Part, call?: ReadCall): Promise<Page<ExerciseMember>> {
    const { manages, offset, limit } = query;
    const [head, rows, counted] = await Promise.all([
      this.#head.first({ id }, call),
      this.#members.all({ id, offset, limit }, call),
      this.#memberCount.first({ id }, call),
    ]);
    const { questionBankId } = visible(head, id, { manages });
    const users = await this.#users.simpleByIds(
      rows.map(({ userId }) => userId),
      call,
    );
    const data = rows.flatMap(({ userId, ...member }) => {
      const user = users.get(userId);
      // Whoever was deleted between the two statements is no member any more.
      return user ? [{ exerciseId: id, questionBankId, user, ...member }] : [];
    });
    return { data, total: Number(counted?.total) };
  }

  /** The modules of an exercise by their place. @throws failures.exerciseNotFound */
  async modules(id: string, viewer: Viewer, call?: ReadCall): Promise<ExerciseModule[]> {
    const [head, modules] = await Promise.all([this.#head.first({ id }, call), this.#modules.all({ id }, call)]);
    visible(head, id, viewer);
    return modules;
  }

  /** One member; one who is locked, with `manages` only. @throws failures.exerciseNotFound, failures.memberNotFound */
  async member(part: PartOfExercise, viewer: Viewer, call?: ReadCall): Promise<ExerciseMember> {
    const { exerciseId } = part;
    const [head, row] = await Promise.all([this.#head.first({ id: exerciseId }, call), this.#member.first(part, call)]);
    const { questionBankId } = visible(head, exerciseId, viewer);
    if (!row || (row.locked && !viewer.manages)) throw noMember(exerciseId, part.id);
    const { userId, ...member } = row;
    const user = (await this.#users.simpleByIds([userId], call)).get(userId);
    if (!user) throw noMember(exerciseId, part.id);
    return { exerciseId, questionBankId, user, ...member };
  }

  /** One module. @throws failures.exerciseNotFound, failures.moduleNotFound */
  async module(part: PartOfExercise, viewer: Viewer, call?: ReadCall): Promise<ExerciseModule> {
    const [head, row] = await Promise.all([
      this.#head.first({ id: part.exerciseId }, call),
      this.#module.first(part, call),
    ]);
    visible(head, part.exerciseId, viewer);
    if (row) return row;
    throw noModule(part.exerciseId, part.id);
  }
}

const moduleColumns = 'id, seq, exercise_id as "exerciseId", answer_scene_id as "answerSceneId", title, type, revision';
const memberColumns = 'id, role, locked, user_id as "userId", revision';

// What an offset skips is skipped in the index: only the rows of the page itself are fetched.
const membersSql = `
  select ${memberColumns} from item_bank_exercise_members
  where id = any(array(
    select id from item_bank_exercise_members where exercise_id = ? and not locked
    order by created_at desc, id desc offset ? limit ?
  )) order by created_at desc, id desc`;

function statusFor({ manages }: Viewer): Visible {
  return manages ? 'any' : 'published';
}

/** One that may not be seen is answered like one that is not there. */
function visible<E extends Pick<Exercise, 'status'>>(exercise: E | undefined, id: string, { manages }: Viewer): E {
  if (exercise && (manages || exercise.status === 'published')) return exercise;
  throw noExercise(id);
}

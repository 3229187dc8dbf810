import { use } from 'lectern';
import type { Page, SourceOfShape } from 'lectern';
import { listKeysOf, type ReadCall, type Statement } from '../../../infrastructure/database/index.ts';
import { GoodsTable, Members, type Revised, type Visible } from '../../goods/index.ts';
import { noExercise, noModule } from '../failures.ts';
import type { itemBankExerciseMember } from '../shapes/item_bank_exercise_member.ts';
import type { itemBankExerciseModule } from '../shapes/item_bank_exercise_module.ts';
import { exerciseKind, type Exercise, type ExerciseQuery, type ExerciseSort } from './exercise_list.ts';
import type { PartOfExercise } from './exercise_part.ts';
import { exerciseMembers } from './member_kind.ts';

export type { Exercise };
export type ExerciseMember = SourceOfShape<typeof itemBankExerciseMember, 'public'> & Revised;
export type ExerciseModule = SourceOfShape<typeof itemBankExerciseModule, 'public'> & Revised;

/** Rights of a caller that determine which exercises are visible. */
export interface Visibility {
  /** Whether exercises of every status are visible; otherwise only published ones. */
  readonly manages: boolean;
}
type Part = Pick<ExerciseQuery, 'offset' | 'limit'>;

interface OfExercise {
  readonly id: string;
}

/**
 * Reads question-bank exercises, their members and modules.
 *
 * @example
 * const exercise = await exercises.get(id, { manages: false }, call);
 */
export class Exercises {
  readonly #contributions = use('contributions');
  readonly #members: Members<'exerciseId'>;
  readonly #goods: GoodsTable<Exercise, ExerciseSort>;
  readonly #head: Statement<Pick<Exercise, 'status' | 'questionBankId'>, OfExercise>;
  readonly #modules: Statement<ExerciseModule, OfExercise>;
  readonly #module: Statement<ExerciseModule, PartOfExercise>;

  constructor() {
    const database = use('database');
    this.#members = new Members(exerciseMembers);
    this.#goods = new GoodsTable(database, {
      ...exerciseKind,
      keys: () => listKeysOf('item_bank_exercises', this.#contributions),
    });
    const ofExercise = <Row>(sql: string) => database.statement<Row, OfExercise>(sql);
    this.#head = ofExercise(
      `select status, question_bank_id as "questionBankId" from item_bank_exercises where id = :id`,
    );
    this.#modules = ofExercise(
      `select ${moduleColumns} from item_bank_exercise_modules where exercise_id = :id order by seq, id`,
    );
    this.#module = database.statement(
      `select ${moduleColumns} from item_bank_exercise_modules where exercise_id = :exerciseId and id = :id`,
    );
  }

  /** Returns a page of exercises; unpublished ones only with `manages`. */
  list({ manages = false, ...query }: Partial<Visibility> & ExerciseQuery, call?: ReadCall): Promise<Page<Exercise>> {
    return this.#goods.page({ ...query, status: statusFor({ manages }) }, call);
  }

  /** Finds unpublished exercises only with `manages`. @throws failures.exerciseNotFound */
  async get(id: string, visibility: Visibility, call?: ReadCall): Promise<Exercise> {
    const found = await this.#goods.find(id, statusFor(visibility), call);
    if (found) return found;
    throw noExercise(id);
  }

  /** A page of the members that are not locked out, newest first. @throws failures.exerciseNotFound */
  async members(id: string, query: Visibility & Part, call?: ReadCall): Promise<Page<ExerciseMember>> {
    const [head, page] = await Promise.all([this.#head.first({ id }, call), this.#members.list(id, query, call)]);
    const { questionBankId } = visible(head, id, query);
    return { ...page, data: page.data.map((member) => ({ questionBankId, ...member })) };
  }

  /** Modules of an exercise, ordered by position. @throws failures.exerciseNotFound */
  async modules(id: string, visibility: Visibility, call?: ReadCall): Promise<ExerciseModule[]> {
    const [head, modules] = await Promise.all([this.#head.first({ id }, call), this.#modules.all({ id }, call)]);
    visible(head, id, visibility);
    return modules;
  }

  /** Finds locked-out members only with `manages`. @throws failures.exerciseNotFound, failures.memberNotFound */
  async member(part: PartOfExercise, visibility: Visibility, call?: ReadCall): Promise<ExerciseMember> {
    const { exerciseId, id } = part;
    const { questionBankId } = visible(await this.#head.first({ id: exerciseId }, call), exerciseId, visibility);
    const member = await this.#members.get(exerciseId, { id, ...visibility }, call);
    return { questionBankId, ...member };
  }

  /** @throws failures.exerciseNotFound, failures.moduleNotFound */
  async module(part: PartOfExercise, visibility: Visibility, call?: ReadCall): Promise<ExerciseModule> {
    const [head, row] = await Promise.all([
      this.#head.first({ id: part.exerciseId }, call),
      this.#module.first(part, call),
    ]);
    visible(head, part.exerciseId, visibility);
    if (row) return row;
    throw noModule(part.exerciseId, part.id);
  }
}

const moduleColumns = 'id, seq, exercise_id as "exerciseId", answer_scene_id as "answerSceneId", title, type, revision';

function statusFor({ manages }: Visibility): Visible {
  return manages ? 'any' : 'published';
}

/** Returns the exercise. @throws failures.exerciseNotFound for a missing and for an invisible exercise */
function visible<E extends Pick<Exercise, 'status'>>(exercise: E | undefined, id: string, { manages }: Visibility): E {
  if (exercise && (manages || exercise.status === 'published')) return exercise;
  throw noExercise(id);
}

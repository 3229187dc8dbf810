import { asFunction, contributes, use } from 'lectern';
import { Enrolments, MembershipProduct } from '../enrolments/index.ts';
import { GoodsEditing, MemberEditing, Members } from '../goods/index.ts';
import type { ExerciseChange, NewExercise } from './inputs.ts';
import { editedExercises, type ExerciseToEdit } from './services/exercise_editing.ts';
import { Exercises } from './services/exercises.ts';
import { exerciseMembers } from './services/member_kind.ts';
import { ModuleEditing } from './services/module_editing.ts';

/** Percentage of the price of an exercise that coins may pay; exercises have no field `maxRate`. */
const COIN_RATE = 100;

declare module 'lectern' {
  interface Services {
    exercises: Exercises;
    exerciseEditing: GoodsEditing<NewExercise, ExerciseChange, ExerciseToEdit>;
    exerciseEnrolments: Enrolments;
    exerciseMemberEditing: MemberEditing;
    exerciseMembers: Members<'exerciseId'>;
    exerciseModuleEditing: ModuleEditing;
  }
}

const joinableExercises = () => {
  const exercises = use('exercises');
  const published = async (id: string) => ({
    maxRate: COIN_RATE,
    ...(await exercises.get(id, { status: 'published' })),
  });
  return { members: use('exerciseMembers'), published };
};

export default {
  exercises: Exercises,
  exerciseEditing: asFunction(() => new GoodsEditing(editedExercises)),
  exerciseEnrolments: asFunction(() => new Enrolments(joinableExercises(), exerciseMembers)),
  exerciseMembers: asFunction(() => new Members(exerciseMembers)),
  exerciseProduct: contributes(
    'products',
    asFunction(() => new MembershipProduct('item_bank_exercise', joinableExercises())),
  ),
  exerciseMemberEditing: asFunction(() => new MemberEditing(exerciseMembers)),
  exerciseModuleEditing: ModuleEditing,
};
